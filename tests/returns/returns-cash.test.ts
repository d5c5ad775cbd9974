/** Returns of random portfolios whose brokers' cash is recorded: deposits are the flows, and everything else is earned (RULES 2.8, 2.9). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashMovements } from '../../domain/cash-ledger/cash-ledger.ts';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import { isCashEvent, type CashEventType } from '../../domain/fields/enums.ts';
import { toAmount } from '../../domain/values/decimal.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { BRIDGE_PARTS } from '../../domain/returns/answers/bridge.ts';
import { ledgersFromEvents } from '../../domain/returns/book/ledgers-from-events.ts';
import { ReturnsAnswers } from '../../domain/returns/answers/returns-answers.ts';
import type { BridgeAmounts, ReturnsView, ScopeDimension } from '../../domain/returns/answers/returns-view.ts';
import type { ReturnsScope } from '../../domain/returns/book/scope.ts';
import { runs } from '../runs.ts';
import { row } from '../cgt/rows.ts';
import { ACCOUNTS, BROKERS, DAYS, FIRST, randomWorlds, WRAPPERS, type RandomWorld } from './portfolios.ts';
import { bookOf, queryOf } from './returns-rows.ts';

const EVENTS = [
  'DEPOSIT',
  'WITHDRAWAL',
  'CONTRIBUTION',
  'FEE',
  'FEE_REFUND',
  'TAX',
  'TAX_REFUND',
  'CASH_INTEREST',
  'INTEREST_CHARGED',
] as const satisfies readonly CashEventType[];

const places = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  broker: fc.constantFrom(...BROKERS),
  wrapper: fc.constantFrom(...WRAPPERS),
});

interface Place {
  readonly account: string;
  readonly broker: string;
  readonly wrapper: (typeof WRAPPERS)[number];
}

function event(
  type: CashEventType,
  at: number,
  pence: number,
  currency: string,
  place: Place,
  id: string,
): Transaction {
  return {
    ...row(type, addDays(FIRST, at), null, 0, { ...place, isin: '', id }),
    cashAmount: (pence / 100) as never,
    cashCurrency: currency as never,
  };
}

const single = fc
  .record({
    type: fc.constantFrom(...EVENTS),
    at: fc.integer({ min: 1, max: DAYS }),
    pence: fc.integer({ min: 1, max: 900_000 }),
    currency: fc.constantFrom('GBP', 'GBP', 'USD', 'EUR'),
    place: places,
  })
  .map(({ type, at, pence, currency, place }) => (id: string) => [event(type, at, pence, currency, place, id)]);

/** Between two places, or a conversion in one. */
const pair = fc
  .record({
    at: fc.integer({ min: 1, max: DAYS }),
    later: fc.integer({ min: 0, max: 3 }),
    out: fc.integer({ min: 1, max: 900_000 }),
    in: fc.integer({ min: 1, max: 900_000 }),
    currencies: fc.tuple(fc.constantFrom('GBP', 'USD'), fc.constantFrom('GBP', 'EUR')),
    from: places,
    to: places,
  })
  .map((given) => (id: string) => [
    {
      ...event('CASH_TRANSFER_OUT', given.at, given.out, given.currencies[0], given.from, `${id}-out`),
      transferId: id,
    },
    {
      ...event(
        'CASH_TRANSFER_IN',
        Math.min(given.at + given.later, DAYS),
        given.currencies[0] === given.currencies[1] ? given.out : given.in,
        given.currencies[1],
        given.to,
        `${id}-in`,
      ),
      transferId: id,
    },
  ]);

const worlds = fc
  .tuple(
    randomWorlds,
    fc.array(fc.oneof({ weight: 4, arbitrary: single }, { weight: 1, arbitrary: pair }), {
      minLength: 1,
      maxLength: 20,
    }),
  )
  .map(([world, makers]) => ({
    ...world,
    cash: makers.flatMap((make, index) => make(`c-${String(index).padStart(2, '0')}`)),
  }));

type World = RandomWorld & { readonly cash: readonly Transaction[] };

const periods = fc
  .tuple(fc.integer({ min: 0, max: DAYS }), fc.integer({ min: 0, max: DAYS }))
  .map(([a, b]) => ({ from: addDays(FIRST, Math.min(a, b)), to: addDays(FIRST, Math.max(a, b)) }));
const scopes = fc.constantFrom<ReturnsScope>(
  {},
  {},
  { accountId: 'ann' },
  { taxWrapper: 'ISA' },
  { brokerId: 'one' },
  { category: 'CASH' },
  { accountId: 'bob', taxWrapper: 'DEALING' },
);

const facts = { isAccumulating: () => false };
const ledgersOf = (rows: readonly Transaction[]) => ledgersFromEvents(cashMovements(rows, facts));

function answersOf({ rows, cash, ...world }: World): ReturnsAnswers {
  return new ReturnsAnswers(bookOf({ ...world, rows, ledgers: ledgersOf([...rows, ...cash]).ledgers }));
}

const pence = (amount: number): number => Math.round(amount * 100);

function residual(bridge: BridgeAmounts): number {
  const { opening, paidIn, paidOut, realised, unrealised, income, exchange, charges, tax, closing } = bridge;
  const added = [opening, paidIn, realised, unrealised, income, exchange].map(pence);
  const taken = [paidOut, charges, tax, closing].map(pence);
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  return total(added) - total(taken);
}

describe('returns with the cash of brokers', () => {
  it('RULES 5.1, 5.9: the parts come to the closing value to the penny, and open to rows that add up to them', () => {
    fc.assert(
      fc.property(worlds, periods, scopes, (world, period, scope) => {
        const answers = answersOf(world);
        const query = queryOf(period.from, period.to, { scope });
        const { bridge, missing } = answers.view(query);
        if (world.isComplete) expect(bridge).not.toBeNull();
        if (bridge === null) {
          expect(missing).not.toEqual([]);
          return;
        }
        expect(residual(bridge)).toBe(0);
        for (const part of BRIDGE_PARTS) {
          const lines = answers.lines({ ...query, part });
          expect(lines.reduce((total, { amount }) => total + pence(amount), 0)).toBe(pence(bridge[part]));
        }
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 5.7: the parts of holders, wrappers, brokers and categories add up to the whole', () => {
    const dimensions = fc.constantFrom<ScopeDimension>('accountId', 'taxWrapper', 'brokerId', 'category');
    fc.assert(
      fc.property(worlds, periods, dimensions, (world, period, splitBy) => {
        const view = answersOf(world).view(queryOf(period.from, period.to, { splitBy }));
        const { bridge, parts, movedBetween } = view;
        if (bridge === null || parts.some((part) => part.bridge === null)) {
          expect(world.isComplete).toBe(false);
          return;
        }
        for (const part of BRIDGE_PARTS) {
          const between = part === 'paidIn' || part === 'paidOut' ? pence(movedBetween) : 0;
          const total = parts.reduce((sum, each) => sum + pence(each.bridge?.[part] ?? 0), 0);
          expect([part, total - between]).toEqual([part, pence(bridge[part])]);
        }
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 1.5: the order in which rows are given changes nothing', () => {
    const shuffled = worlds.chain((world) =>
      fc.tuple(fc.constant(world), fc.shuffledSubarray([...world.cash], { minLength: world.cash.length })),
    );
    fc.assert(
      fc.property(shuffled, periods, scopes, ([world, cash], period, scope) => {
        const of = (given: World): ReturnsView => answersOf(given).view(queryOf(period.from, period.to, { scope }));
        const parts = (view: ReturnsView) => new Map(view.parts.map(({ key, bridge }) => [key, bridge]));
        const [one, other] = [of(world), of({ ...world, cash })];
        expect(parts(other)).toEqual(parts(one));
        expect({ ...other, parts: [], missing: [] }).toEqual({ ...one, parts: [], missing: [] });
      }),
      runs(200, 10_000),
    );
  });

  it('of cash in pounds: the gain of the whole is the gain of its securities plus the income and costs of the cash', () => {
    fc.assert(
      fc.property(worlds, periods, (world, { from, to }) => {
        const inPounds = { ...world, cash: world.cash.filter(({ cashCurrency }) => cashCurrency === 'GBP') };
        const whole = answersOf(inPounds).view(queryOf(from, to)).bridge;
        const securities = answersOf({ ...inPounds, cash: [] }).view(queryOf(from, to)).bridge;
        if (whole === null || securities === null) return;
        const gain = ({ opening, paidIn, paidOut, closing }: BridgeAmounts) =>
          pence(closing) - pence(opening) - pence(paidIn) + pence(paidOut);
        expect(gain(whole)).toBe(gain(securities) + earned(inPounds.cash, from, to));
        expect(pence(whole.closing)).toBe(pence(securities.closing) + balance(inPounds, to));
        expect([whole.realised, whole.unrealised, whole.exchange]).toEqual([
          securities.realised,
          securities.unrealised,
          securities.exchange,
        ]);
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 2.8: where every ledger is known from the start, all money for trades is paid from one or into one', () => {
    const opened = ACCOUNTS.flatMap((account) =>
      BROKERS.flatMap((broker) =>
        WRAPPERS.map((wrapper) =>
          event('DEPOSIT', 0, 100, 'GBP', { account, broker, wrapper }, `o ${account} ${broker} ${wrapper}`),
        ),
      ),
    );
    fc.assert(
      fc.property(randomWorlds, (world) => {
        const { ledgers } = ledgersOf([...world.rows, ...opened]);
        const fromOutside = bookOf({ ...world, ledgers }).events.filter(
          ({ row: of, kind, paid, other }) =>
            of === null ||
            (other === null && paid !== 0 && kind !== 'transfer' && SETTLED.includes(of.transactionType)),
        );
        expect(fromOutside).toEqual([]);
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 2.9: money for purchases before the first cash event came from outside', () => {
    const place = { account: 'ann', broker: 'one', wrapper: 'ISA' } as const;
    const bought = (at: number) => row('BUY', addDays(FIRST, at), 10, 100, { ...place, isin: 'TESTA', id: `b-${at}` });
    const deposit = event('DEPOSIT', 5, 50_000, 'GBP', place, 'd');
    const { ledgers, since } = ledgersOf([bought(1), deposit, bought(5), bought(6)]);
    expect(since).toEqual([{ accountId: 'ann', brokerId: 'one', taxWrapper: 'ISA', day: addDays(FIRST, 5) }]);
    expect(ledgers[0]?.entries.map(({ id, change }) => [id, toAmount(change)])).toEqual([
      ['d', 500],
      ['b-5', -100],
      ['b-6', -100],
    ] as unknown[]);
  });
});

/** What the cash itself brought and cost in a period, in pence. */
function earned(cash: readonly Transaction[], from: IsoDate, to: IsoDate): number {
  const sign: Partial<Record<string, number>> = {
    CASH_INTEREST: 1,
    FEE_REFUND: 1,
    TAX_REFUND: 1,
    FEE: -1,
    TAX: -1,
    INTEREST_CHARGED: -1,
  };
  return cash
    .filter(({ transactionDate }) => transactionDate >= from && transactionDate <= to)
    .reduce(
      (total, { transactionType, cashAmount }) => total + (sign[transactionType] ?? 0) * pence(cashAmount ?? 0),
      0,
    );
}

/** Types that a ledger settles. */
const SETTLED: readonly string[] = [
  'BUY',
  'RIGHTS_ISSUE',
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'RETURN_OF_CAPITAL',
  'EQUALISATION',
  'MERGER',
  'TRANSFER_IN',
  'TRANSFER_OUT',
];

/** Types whose consideration is paid to the investor. */
const PAYS_OUT = ['SELL', 'DIVIDEND', 'INTEREST', 'RETURN_OF_CAPITAL', 'EQUALISATION', 'MERGER'];

/** The pounds at all brokers at the end of a day, in pence, from the rows alone. */
function balance({ rows, cash }: World, to: IsoDate): number {
  const shelf = ({ accountId, brokerId, taxWrapper }: Transaction) => `${accountId} ${brokerId} ${taxWrapper}`;
  const first = new Map<string, IsoDate>();
  for (const each of cash) {
    const known = first.get(shelf(each));
    if (known === undefined || each.transactionDate < known) first.set(shelf(each), each.transactionDate);
  }
  const moved = ({ transactionType, cashAmount, consideration, brokerCharge }: Transaction): number => {
    const charge = pence(brokerCharge);
    if (isCashEvent(transactionType)) {
      const isOut = ['WITHDRAWAL', 'FEE', 'TAX', 'INTEREST_CHARGED', 'CASH_TRANSFER_OUT'].includes(transactionType);
      return pence(cashAmount ?? 0) * (isOut ? -1 : 1);
    }
    if (['BUY', 'RIGHTS_ISSUE'].includes(transactionType)) return -pence(consideration) - charge;
    if (PAYS_OUT.includes(transactionType)) return pence(consideration) - charge;
    return ['TRANSFER_IN', 'TRANSFER_OUT'].includes(transactionType) ? -charge : 0;
  };
  // Both sides of a transfer count on the earlier of their days.
  const dayOf = (each: Transaction): IsoDate =>
    isCashEvent(each.transactionType) && each.transferId !== undefined
      ? (cash
          .filter(({ transferId }) => transferId === each.transferId)
          .map(({ transactionDate }) => transactionDate)
          .toSorted()[0] ?? each.transactionDate)
      : each.transactionDate;
  return [...rows, ...cash]
    .filter((each) => each.transactionDate >= (first.get(shelf(each)) ?? '9') && dayOf(each) <= to)
    .reduce((total, each) => total + moved(each), 0);
}
