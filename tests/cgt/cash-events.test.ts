/** Cash events never enter matching: with any of them mixed in, every figure of every class is the same to the last digit. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGainsCache } from '../../domain/cgt/matching/compute.ts';
import { addDays } from '../../domain/values/dates.ts';
import { CASH_EVENT_TYPES, SECURITY_TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { runs } from '../runs.ts';
import { histories, linkedTransfers } from './histories.ts';
import { day, gainsOf, row } from './rows.ts';

const ACCOUNTS = ['ann', 'bob'];
const ISINS = ['TESTA', 'TESTB'];

const events = fc.array(
  fc
    .record({
      type: fc.constantFrom(...CASH_EVENT_TYPES.map(({ value }) => value)),
      offset: fc.integer({ min: 0, max: 120 }),
      pence: fc.integer({ min: 1, max: 5_000_000 }),
      account: fc.constantFrom(...ACCOUNTS, 'cleo'),
      wrapper: fc.constantFrom('DEALING' as const, 'ISA' as const),
      currency: fc.constantFrom('GBP' as const, 'USD' as const),
      // Transfers of cash may even name the same link as a transfer of shares.
      transferId: fc.option(fc.constantFrom('link-0', 'link-1', 'x'), { nil: undefined }),
    })
    .map(({ type, offset, pence, account, wrapper, currency, transferId }): Transaction => ({
      ...row(type, addDays(day('2023-12-20'), offset), null, 0, {
        account,
        wrapper,
        isin: '',
        ...(transferId !== undefined && { transferId }),
      }),
      cashAmount: (pence / 100) as never,
      cashCurrency: currency,
    })),
  { minLength: 1, maxLength: 20 },
);

const worlds = fc.tuple(
  histories({
    types: SECURITY_TRANSACTION_TYPES.map(({ value }) => value),
    wrappers: ['DEALING', 'DEALING', 'ISA'],
    accounts: ACCOUNTS,
    isins: ISINS,
  }),
  linkedTransfers(ACCOUNTS, ISINS),
  events,
  fc.infiniteStream(fc.nat()),
);

/** Everything of all classes, their ledgers too. */
function figures(transactions: readonly Transaction[], cache = createGainsCache()): unknown {
  return gainsOf(transactions, { cache }).classes.map(({ ledgers, ...of }) => ({ ...of, ledgers: ledgers() }));
}

it('no gain, pool, holding or finding changes when cash events are mixed in, at once or one after the other', () => {
  fc.assert(
    fc.property(worlds, ([trades, links, cash, keys]) => {
      const rows = [...trades, ...links];
      const places = new Map([...rows, ...cash].map((one) => [one, keys.next().value ?? 0]));
      const mixed = [...rows, ...cash].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
      const alone = figures(rows);
      expect(figures(mixed)).toEqual(alone);
      // A cache that has seen the trades is told of the events one by one, and of their removal.
      const cache = createGainsCache();
      figures(rows, cache);
      for (let count = 1; count <= cash.length; count += 1)
        expect(figures([...rows, ...cash.slice(0, count)], cache)).toEqual(alone);
      expect(figures(rows, cache)).toEqual(alone);
    }),
    runs(60, 3000),
  );
});
