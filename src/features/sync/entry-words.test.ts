import { describe, expect, it } from 'vitest';
import type { Percent, Pounds, Price, Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Account, Asset, Transaction } from '../../../domain/records/records.ts';
import type { ImportEntry, OutboxEntry, RecordEntry } from '../../data/database/outbox-entry.ts';
import { entryTitle, lossWords, reasonWords, spanWords, stateWords } from './entry-words.ts';
import type { EntryContext } from './record-words.ts';

const vwrl: Asset = {
  id: 'asset-1',
  name: 'Vanguard FTSE All-World UCITS ETF Distributing',
  type: 'ETF',
  category: 'DEVELOPED_WORLD_TSM',
  incomeTreatment: 'DISTRIBUTING',
  totalExpenseRatio: 0.22 as Percent,
  isin: 'IE00B3RBWM25',
  sedol: null,
  priceSource: 'LSE',
  fetchCode: 'VWRL.L',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
};
const buy: Transaction = {
  id: 't1',
  transactionType: 'BUY',
  transactionDate: '2024-03-03' as IsoDate,
  brokerId: 'b1',
  brokerDealReference: '',
  accountId: 'a1',
  taxWrapper: 'DEALING',
  isin: vwrl.isin,
  quantity: 100 as Quantity,
  nativePrice: null,
  localPrice: 80 as Price,
  consideration: 8000 as Pounds,
  brokerCharge: 0 as Pounds,
  stampDuty: 0 as Pounds,
  fxCharge: 0 as Pounds,
  accruedInterest: 0 as Pounds,
};
const account: Account = { id: 'a1', name: 'Main Account' };

const context: EntryContext = {
  assets: new Map([[vwrl.isin, vwrl]]),
  accounts: new Map([[account.id, account]]),
  brokers: new Map([['b1', { id: 'b1', name: 'Any Broker' }]]),
  banks: new Map([['n1', { id: 'n1', name: 'Any Bank', isActive: true }]]),
  properties: new Map(),
  savings: new Map(),
  transactions: new Map([[buy.id, buy]]),
  imports: new Map([
    [
      'i1',
      {
        id: 'i1',
        fileName: 'trades.csv',
        state: 'committed',
        rowCount: 12_000,
        createdAt: '2024-03-03T10:00:00Z',
        lastWrittenAt: 0,
      },
    ],
  ]),
};

function entryOf(changes: Partial<RecordEntry> = {}): RecordEntry {
  return {
    seq: 7,
    key: 'k',
    entity: 'transaction',
    kind: 'update',
    localId: 't1',
    payload: { schema: 1, record: buy },
    base: { record: buy, version: 3 },
    theirs: null,
    dependsOn: [],
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    queuedAt: '2024-03-03T10:00:00Z',
    error: null,
    resent: false,
    checks: 0,
    ...changes,
  };
}

const chunk: ImportEntry = {
  seq: 8,
  key: 'k2',
  entity: 'import',
  kind: 'import',
  localId: 'i1',
  index: 2,
  dependsOn: [7],
  state: 'queued',
  attempts: 0,
  nextAttemptAt: 0,
  queuedAt: '2024-03-03T10:00:00Z',
  error: null,
};

/** Its parts stay together on a line. */
const DAY = '3\u00a0Mar\u00a02024';

describe('waiting changes in words', () => {
  it('names the change, the deal and its day', () => {
    expect(entryTitle(entryOf(), context)).toBe(`Edit of Buy 100 VWRL, ${DAY}`);
    expect(entryTitle(entryOf({ kind: 'create', base: null }), context)).toBe(`New Buy 100 VWRL, ${DAY}`);
    expect(entryTitle(entryOf({ kind: 'delete', payload: null }), context)).toBe(`Deletion of Buy 100 VWRL, ${DAY}`);
    expect(
      entryTitle(
        entryOf({
          payload: { schema: 1, record: { ...buy, transactionType: 'DIVIDEND', quantity: null, isin: 'GB00B10RZP78' } },
        }),
        context,
      ),
    ).toBe(`Edit of Dividend GB00B10RZP78, ${DAY}`);
    expect(entryTitle(entryOf({ entity: 'account', payload: { schema: 1, record: account } }), context)).toBe(
      "Edit of account 'Main Account'",
    );
    expect(entryTitle(chunk, context)).toBe('Import of 2,000 transactions from trades.csv, part 3 of 6');
  });

  it('describes the data lost by discarding a change', () => {
    expect(lossWords(entryOf({ kind: 'create' }), context)).toBe(
      `Buy 100 VWRL, ${DAY} is removed from this device. It never reached the server.`,
    );
    expect(lossWords(entryOf(), context)).toBe(
      `Your edit of Buy 100 VWRL, ${DAY} is discarded. The server's version is restored.`,
    );
    expect(lossWords(entryOf({ kind: 'delete' }), context)).toBe(
      `Buy 100 VWRL, ${DAY} is not deleted. It is restored on this device.`,
    );
  });

  // Sync rule 4.1
  it('describes the state of a change', () => {
    const label = (entry: OutboxEntry) => stateWords(entry, new Set([7, 8]), 1000).label;
    expect(label(entryOf())).toBe('Waiting');
    expect(label(entryOf({ attempts: 1, nextAttemptAt: 2000 }))).toMatch(/^Retrying at \d\d:\d\d$/u);
    expect(
      label(entryOf({ attempts: 5, nextAttemptAt: 2000, error: { status: 500, code: 'retrying', message: '' } })),
    ).toBe('Stuck');
    expect(
      label(entryOf({ attempts: 5, nextAttemptAt: 2000, error: { status: 503, code: 'serverFull', message: '' } })),
    ).toBe('Stuck');
    expect(label(entryOf({ state: 'sending' }))).toBe('Sending');
    expect(label(entryOf({ state: 'doubtful' }))).toBe('Checking');
    expect(label(entryOf({ state: 'failed' }))).toBe('Refused');
    expect(label(chunk)).toBe('Waiting for another change');
  });

  // Sync rule 4.2
  it("gives the reason with the server's own words", () => {
    expect(reasonWords(null)).toBeNull();
    expect(reasonWords({ status: 400, code: 'refused', message: 'Account not found.' })).toBe(
      'The server refused it. Account not found.',
    );
    expect(reasonWords({ status: 503, code: 'serverFull', message: '' })).toMatch(/^Your server has no room left\./u);
    expect(reasonWords({ status: 412, code: 'sameField', message: '', fields: ['quantity', 'brokerCharge'] })).toBe(
      'The same fields were changed here and on another device: Quantity, Broker Charge.',
    );
    expect(reasonWords({ status: 409, code: 'sameField', message: '' })).toBe(
      'The same field was changed here and on another device.',
    );
  });

  it.each([
    [59_000, 'under a minute'],
    [61_000, '1 min'],
    [3_600_000, '1 h'],
    [47 * 3_600_000, '47 h'],
    [50 * 3_600_000, '2 days'],
  ])('tells a span of %d ms as %s', (span, words) => {
    expect(spanWords(span)).toBe(words);
  });
});
