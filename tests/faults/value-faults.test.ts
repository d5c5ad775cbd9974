import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAmount, isAmount, parseAmount } from '../../domain/values/amount.ts';
import { textCell } from '../../domain/csv/cells/write-csv.ts';
import type { Pounds, Quantity } from '../../domain/values/amount.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { save } from '../device/changes.ts';
import { purchase } from '../device/fixtures.ts';
import { ISIN, startFaultBench, type FaultBench } from './fault-bench.ts';

let bench: FaultBench;

beforeEach(async () => {
  bench = await startFaultBench();
});
afterEach(async () => await bench.close());

/** Whatever a form takes: what cannot be seen is taken out of a name, and space around it. */
const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 25 })
  .map((text) => text.replace(/\p{Cc}/gu, '').trim())
  .filter((text) => text !== '');
const TEXTS = [
  ...new Set([
    '=HYPERLINK("http://x.example","y")',
    '<img src=x onerror=alert(1)>',
    '\u202Eabc\u202C',
    "'=1+1",
    '+44 20',
    '-1',
    '@sum',
    'Zoë "quoted", and\u00A0more',
    '😀'.repeat(40),
    ...fc.sample(anyText, { numRuns: 40, seed: 58 }),
  ]),
];

describe('an unusual value', () => {
  it('row 58: text stays unchanged from the form through the server to another device', async () => {
    const { device } = bench;
    for (const name of TEXTS) await save(device, 'account', { name });
    await device.settle();
    const other = await bench.another();
    await other.settle();
    expect(new Set((await listAccounts(other.db)).map((account) => account.name))).toEqual(new Set(TEXTS));
    // Only a spreadsheet would read it as a formula, so only there it gets its apostrophe.
    expect(TEXTS.map(textCell).filter((cell) => /^["]?[=+\-@]/u.test(cell))).toEqual([]);
  });

  it('row 58: a text that is too long is refused with a message, and kept', async () => {
    const { device } = bench;
    await save(device, 'account', { name: 'x'.repeat(10_000) });
    await device.settle();
    const [entry] = await device.db.outbox.toArray();
    expect(entry).toMatchObject({ state: 'failed', error: { status: 400 } });
    expect(entry?.error?.message).toMatch(/100/u);
    expect((await listAccounts(device.db))[0]?.name).toHaveLength(10_000);
  });

  it('row 60: an amount is exact on every device, or refused', async () => {
    for (const value of [1e21, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2])
      expect(isAmount(checkAmount<'pounds'>(value))).toBe(false);
    for (const text of ['1e21', 'NaN', '', '0x10', '1,5,0']) expect(isAmount(parseAmount<'pounds'>(text))).toBe(false);
    const { device, brokerId } = bench;
    const account = await save(device, 'account', { name: 'Main Account' });
    const amounts = [
      0.000001,
      1234567890.12345,
      33.9858,
      ...fc.sample(
        fc.integer({ min: 1, max: 999_999_999 }).map((units) => units / 1e6),
        { numRuns: 20, seed: 60 },
      ),
    ];
    for (const amount of amounts) {
      await save(
        device,
        'transaction',
        purchase({
          accountId: account.id,
          brokerId,
          isin: ISIN,
          quantity: amount as Quantity,
          consideration: amount as Pounds,
        }),
      );
    }
    await device.settle();
    const other = await bench.another();
    await other.settle();
    expect(
      (await listTransactions(other.db)).map((row) => row.quantity).toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(amounts.toSorted((a, b) => a - b));
  });
});
