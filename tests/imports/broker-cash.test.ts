/**
 * What brokers' files say of cash: their running balances come out of the events and trades row by row, gains are the same with the cash
 * rows and without, both sides of a conversion are one transfer, and a file that is imported again adds nothing.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashEffectOf } from '../../domain/cash-ledger/cash-effect.ts';
import { isCashTransaction } from '../../domain/records/cash-event.ts';
import { acceptRows } from '../../domain/csv/import/accept-rows.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import { valueOf } from '../../domain/csv/profiles/figures.ts';
import { prepareImport, type PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { Unit } from '../../domain/values/amount.ts';
import { add, subtract, toFixed, zero, type Exact } from '../../domain/values/decimal.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { gainsOf } from '../cgt/rows.ts';
import { runs } from '../runs.ts';
import { BROKER_SAMPLES, prepare, store, tableOf } from './samples.ts';

/** A file with every question answered: the catalogue's first security, and another reason for cash in either direction. */
function answered(table: Table): PreparedImport | null {
  const first = prepare(table);
  if (first === null) return null;
  const answers = Object.fromEntries(
    first.content.questions.map(({ key, proposals }) => [
      key,
      key.startsWith('security') ? 'GB00B41YBW71' : (proposals[0]?.value ?? ''),
    ]),
  );
  return prepare(table, { answers });
}

function taken(prepared: PreparedImport, selected: (row: PreparedRow) => boolean = () => true): readonly Transaction[] {
  let made = 0;
  return acceptRows(prepared, {
    selected: new Set(prepared.rows.filter(selected).map(({ rowNumber }) => rowNumber)),
    createAccounts: [],
    newId: () => `t${(made += 1)}`,
  }).transactions;
}

const files = BROKER_SAMPLES.flatMap((path) => {
  const table = tableOf(path);
  const prepared = table === null ? null : answered(table);
  return table === null || prepared === null ? [] : [{ name: path.split('/').at(-1) ?? '', table, prepared }];
});
type Money = Exact<'money'>;
const facts = { isAccumulating: () => false };

/** By sample: where its balance and the balance's currency stand, its order, and lines that show what the app does not keep. */
interface Ledger {
  readonly balance: number;
  readonly currency?: number;
  readonly isNewestFirst?: boolean;
  readonly without?: readonly number[];
}
const LEDGERS: Readonly<Record<string, Ledger>> = {
  'ii-transactions.csv': { balance: 10, isNewestFirst: true },
  'vanguard-uk-cash-and-investment.csv': { balance: 3 },
  // A sweep between the broker's banks.
  'degiro-account-en.csv': { balance: 10, currency: 9, isNewestFirst: true, without: [8] },
  // Contracts for difference and what they cost.
  'etoro-account-activity.csv': { balance: 7, without: [8, 9] },
};

/** What each line changed by the file's own balances: the balance after it less the one before. */
function statedChanges(
  table: Table,
  { balance, currency = -1, isNewestFirst = false }: Ledger,
): ReadonlyMap<number, Money> {
  const end = table.rows.findIndex((cells) => cells.includes('Investment Transactions'));
  const lines = table.rows.flatMap((cells, at) => {
    const there = valueOf(cells[balance] ?? '');
    return at <= table.headerIndex || (end !== -1 && at > end) || there === null
      ? []
      : [{ line: table.lines[at] ?? 0, there: there as Exact<Unit> as Money, unit: cells[currency] ?? '' }];
  });
  const [last, changes] = [new Map<string, Money>(), new Map<number, Money>()];
  for (const { line, there, unit } of isNewestFirst ? lines.toReversed() : lines) {
    const before = last.get(unit);
    if (before !== undefined) changes.set(line, subtract(there, before));
    last.set(unit, there);
  }
  return changes;
}

describe('a running balance comes out of events and trades, row by row', () => {
  it.each(Object.entries(LEDGERS))('%s', (name, ledger) => {
    const file = files.find((one) => one.name === name);
    if (file === undefined) throw new Error('no such sample');
    const { table, prepared } = file;
    const changes = statedChanges(table, ledger);
    const leader = new Map(
      prepared.content.skipped.flatMap(({ line, reason }) => {
        const to = /^Read together with line (\d+)\.$/u.exec(reason)?.[1];
        return to === undefined ? [] : [[line, Number(to)] as const];
      }),
    );
    const [stated, made] = [new Map<number, Money>(), new Map<number, Money>()];
    const addTo = (sums: Map<number, Money>, line: number, amount: Money): void =>
      void sums.set(line, add(sums.get(line) ?? zero(), amount));
    const cancelled = prepared.rows.filter(({ status }) => status === 'cancelled').map(({ rowNumber }) => rowNumber);
    for (const [line, change] of changes)
      if (ledger.without?.includes(line) !== true)
        addTo(stated, cancelled.includes(line) ? 0 : (leader.get(line) ?? line), change);
    for (const row of prepared.rows) {
      const effect =
        row.fields === null || row.status === 'cancelled' ? null : cashEffectOf({ id: '', ...row.fields }, facts);
      if (effect !== null && stated.has(row.rowNumber)) addTo(made, row.rowNumber, effect.amount);
    }
    const texts = (sums: ReadonlyMap<number, Money>): readonly string[] =>
      [...sums]
        .filter(([, sum]) => sum !== 0n)
        .map(([line, sum]) => `line ${line}: ${toFixed(sum, 2)}`)
        .toSorted();
    expect(texts(made)).toEqual(texts(stated));
    expect(stated.size).toBeGreaterThan(2);
  });
});

describe('gains', () => {
  const trades = files.flatMap(({ prepared }) => taken(prepared, ({ reading }) => !reading.isCash));
  const all = files.flatMap(({ prepared }) => taken(prepared));
  it('are those of the files without their cash rows, whichever of them are taken', () => {
    const cash = all.filter(isCashTransaction);
    expect(cash.length).toBeGreaterThan(40);
    const alone = withoutIds(gainsOf(numbered(trades)));
    fc.assert(
      fc.property(fc.subarray(cash), fc.infiniteStream(fc.nat()), (some, keys) => {
        const places = new Map(some.map((row) => [row, (keys.next().value ?? 0) % (trades.length + 1)]));
        const mixed = numbered(trades).flatMap((trade, index) => [
          ...some.filter((row) => places.get(row) === index),
          trade,
        ]);
        expect(withoutIds(gainsOf(mixed))).toEqual(alone);
      }),
      runs(60, 2000),
    );
  });
});

/** Trades in the order of their files, whatever stands between them. */
function numbered(rows: readonly Transaction[]): readonly Transaction[] {
  return rows.map((row, index) => ({ ...row, id: `row-${String(index).padStart(6, '0')}` }));
}

function withoutIds({ classes }: ReturnType<typeof gainsOf>): unknown {
  return classes.map(({ ledgers, ...of }) => ({ ...of, ledgers: ledgers() }));
}

describe('an import again', () => {
  const brokersStored = { ...store, brokers: [{ id: 'other', name: 'Other' }] };

  it.each(files.map(({ name }) => name))('of %s adds nothing', (name) => {
    const file = files.find((one) => one.name === name);
    if (file === undefined) throw new Error('no such sample');
    const answers = Object.fromEntries(file.prepared.content.questions.map(({ key, answer }) => [key, answer ?? '']));
    const stored = taken(file.prepared, ({ status }) => status === 'valid');
    const again = prepareImport(
      file.table,
      { ...brokersStored, transactions: stored },
      { today: '2026-11-21' as IsoDate, rate: () => '0.75', defaults: { taxWrapper: 'DEALING' }, answers },
    );
    if (!again.ok) throw new Error(again.message);
    expect(again.content.summary).toMatchObject({ validCount: 0, duplicateCount: stored.length });
    // Who has imported its trades before is offered its cash.
    const trades = stored.filter((row) => !isCashTransaction(row));
    const offered = prepareImport(
      file.table,
      { ...brokersStored, transactions: trades },
      { today: '2026-11-21' as IsoDate, rate: () => '0.75', defaults: { taxWrapper: 'DEALING' }, answers },
    );
    expect(offered.ok && offered.content.summary.validCount).toBe(stored.length - trades.length);
  });
});

it('links both sides of a conversion, and neither where one of them is left out', () => {
  const file = files.find(({ name }) => name === 'degiro-account-en.csv');
  if (file === undefined) throw new Error('no such sample');
  const sides = (rows: readonly Transaction[]): readonly (string | undefined)[] =>
    rows
      .filter(({ transactionType }) => transactionType.startsWith('CASH_TRANSFER'))
      .map(({ transferId }) => transferId);
  const [first, second] = sides(taken(file.prepared));
  expect(first).toMatch(/^t\d+$/u);
  expect(second).toBe(first);
  expect(sides(taken(file.prepared, ({ rowNumber }) => rowNumber !== 7))).toEqual([undefined]);
});
