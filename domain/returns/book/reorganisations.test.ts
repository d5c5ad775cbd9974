import { describe, expect, it } from 'vitest';
import { buy, row, type RowOptions } from '../../../tests/cgt/rows.ts';
import {
  asset,
  bookOf,
  ledger,
  partsOf,
  price,
  queryOf,
  viewOf,
  type World,
} from '../../../tests/returns/returns-rows.ts';
import { ReturnsAnswers } from '../answers/returns-answers.ts';
import type { ReturnsView } from '../answers/returns-view.ts';
import type { ReturnsScope } from './scope.ts';
import { sharesOfRows } from './reorganisation-shares.ts';

const [START, MERGED, END] = ['2024-01-02', '2024-03-01', '2024-03-31'];
const ASSETS = ['OLD', 'NEW', 'NEW2'].map((isin) => asset(isin));
const PRICES = [price(START, 10, 'OLD'), price(MERGED, 15, 'NEW'), price(MERGED, 10, 'NEW2')];

const bought = (units: number, place: RowOptions) => buy(START, units, units * 10, { isin: 'OLD', ...place });
const merged = (units: number, cash: number, place: RowOptions) =>
  row('MERGER', MERGED, units, cash, { isin: 'OLD', relatedIsin: 'NEW', ...place });

function viewIn(world: Pick<World, 'rows' | 'ledgers'> & Partial<World>, scope: ReturnsScope = {}): ReturnsView {
  return viewOf({ prices: PRICES, assets: ASSETS, asOf: END, ...world }, '2024-01-01', END, { scope });
}

/** The money in and out of a scope, and its rate. */
function flowsOf(view: ReturnsView): readonly (number | null)[] {
  const { rate } = view.timeWeighted;
  return [
    view.bridge?.paidIn ?? null,
    view.bridge?.paidOut ?? null,
    view.bridge?.exchange ?? null,
    rate === null ? null : Number(rate.toFixed(9)),
  ];
}

/** A broker's ledger in which a deposit pays for 10 pounds a unit, and the merger's cash less charges arrives. */
const ledgerOf = (broker: string, deposit: number, received: Readonly<Record<string, number>>) =>
  ledger(
    'GBP',
    [
      { id: `d-${broker}`, date: '2024-01-01', kind: 'external', change: deposit },
      { id: `s-${broker}`, date: START, kind: 'settlement', change: -deposit, transactionId: `buy-${broker}` },
      ...Object.entries(received).map(([id, change]) => ({
        id: `s-${id}`,
        date: MERGED,
        kind: 'settlement' as const,
        change,
        transactionId: id,
      })),
    ],
    { brokerId: broker },
  );

describe('a merger with a row at each of two brokers', () => {
  const rows = [
    bought(100, { broker: 'b1', id: 'buy-b1' }),
    bought(300, { broker: 'b2', id: 'buy-b2' }),
    merged(100, 200, { broker: 'b1', id: 'm1' }),
    merged(300, 600, { broker: 'b2', id: 'm2' }),
  ];

  it("RULES 2.7: what a row states is its own broker's, so nothing moves between them", () => {
    expect(flowsOf(viewIn({ rows }))).toEqual([4000, 800, 0, 0.7]);
    expect(flowsOf(viewIn({ rows }, { brokerId: 'b1' }))).toEqual([1000, 200, 0, 0.7]);
    expect(flowsOf(viewIn({ rows }, { brokerId: 'b2' }))).toEqual([3000, 600, 0, 0.7]);
  });

  it('RULES 2.7: the same holds of two wrappers of one capacity', () => {
    const inWrappers = rows.map((each) => ({
      ...each,
      brokerId: 'b1',
      taxWrapper: each.brokerId === 'b1' ? ('DEALING' as const) : ('SPECULATIVE' as const),
    }));
    expect(flowsOf(viewIn({ rows: inWrappers }, { taxWrapper: 'DEALING' }))).toEqual([1000, 200, 0, 0.7]);
    expect(flowsOf(viewIn({ rows: inWrappers }, { taxWrapper: 'SPECULATIVE' }))).toEqual([3000, 600, 0, 0.7]);
  });

  it('RULES 2.8: every row of a merger settles its own cash, so none of it comes from outside', () => {
    const ledgers = [ledgerOf('b1', 1000, { m1: 200 }), ledgerOf('b2', 3000, { m2: 600 })];
    expect(flowsOf(viewIn({ rows, ledgers }))).toEqual([4000, 0, 0, 0.7]);
    expect(flowsOf(viewIn({ rows, ledgers }, { brokerId: 'b1' }))).toEqual([1000, 0, 0, 0.7]);
    expect(flowsOf(viewIn({ rows, ledgers }, { brokerId: 'b2' }))).toEqual([3000, 0, 0, 0.7]);
  });

  it('RULES 2.8: cash at one of the brokers only stays inside too', () => {
    const ofOne = rows.map((each) => (each.id === 'm2' ? { ...each, consideration: 0 as never } : each));
    const ledgers = [ledgerOf('b1', 1000, { m1: 200 }), ledgerOf('b2', 3000, {})];
    expect(flowsOf(viewIn({ rows: ofOne, ledgers }))).toEqual([4000, 0, 0, 0.55]);
  });

  it('RULES 2.7: charges are those of the broker of their row', () => {
    const charged = rows.map((each) =>
      each.transactionType === 'MERGER' ? { ...each, brokerCharge: (each.id === 'm1' ? 10 : 20) as never } : each,
    );
    const ledgers = [ledgerOf('b1', 1000, { m1: 190 }), ledgerOf('b2', 3000, { m2: 580 })];
    expect(partsOf(viewIn({ rows: charged, ledgers }))).toEqual({
      paidIn: 4000,
      unrealised: 2800,
      charges: 30,
      closing: 6770,
    });
    expect(partsOf(viewIn({ rows: charged, ledgers }, { brokerId: 'b1' }))).toEqual({
      paidIn: 1000,
      unrealised: 700,
      charges: 10,
      closing: 1690,
    });
  });
});

describe('a merger with two rows at one broker', () => {
  it('RULES 2.8: each settles its own cash', () => {
    const rows = [
      bought(100, { broker: 'b1', id: 'buy-b1' }),
      merged(100, 100, { broker: 'b1', id: 'm1' }),
      merged(50, 100, { broker: 'b1', id: 'm2', relatedIsin: 'NEW2' }),
    ];
    const ledgers = [ledgerOf('b1', 1000, { m1: 100, m2: 100 })];
    expect(flowsOf(viewIn({ rows, ledgers }))).toEqual([1000, 0, 0, 1.2]);
    expect(flowsOf(viewIn({ rows, ledgers }, { category: 'CASH' }))).toEqual([1200, 1000, 0, 0]);
  });
});

describe('a merger whose only row states what two brokers received', () => {
  const rows = [
    bought(100, { broker: 'b1', id: 'buy-b1' }),
    bought(300, { broker: 'b2', id: 'buy-b2' }),
    merged(400, 800, { broker: 'b1', id: 'm', brokerCharge: 40 }),
  ];
  const ledgers = [ledgerOf('b1', 1000, { m: 760 }), ledgerOf('b2', 3000, {})];

  it('RULES 2.7: is divided among them by units', () => {
    expect(flowsOf(viewIn({ rows }, { brokerId: 'b1' }))).toEqual([1000 + 4500, 200 - 10, 0, 0.125454545]);
    expect(flowsOf(viewIn({ rows }, { brokerId: 'b2' }))).toEqual([3000, 4500 + 600 - 30, 0, 0.69]);
  });

  it('RULES 2.8: the positions share what the row settles, its cash less its charges', () => {
    expect(partsOf(viewIn({ rows, ledgers }))).toEqual({ paidIn: 4000, unrealised: 2800, charges: 40, closing: 6760 });
    expect(partsOf(viewIn({ rows, ledgers }, { brokerId: 'b2' }))).toEqual({
      paidIn: 3000,
      paidOut: 4500 + 600 - 30,
      unrealised: 2100,
      charges: 30,
    });
  });
});

describe('a demerger with a row at each of two brokers', () => {
  const rows = [
    bought(100, { broker: 'b1' }),
    bought(300, { broker: 'b2' }),
    ...[100, 300].map((units, index) =>
      row('DEMERGER', MERGED, units, 0, {
        isin: 'OLD',
        relatedIsin: 'NEW',
        costFraction: 0.4,
        broker: `b${index + 1}`,
        brokerCharge: index * 5,
      }),
    ),
  ];
  const prices = [price(START, 10, 'OLD'), price(MERGED, 9, 'OLD'), price(MERGED, 6, 'NEW')];

  it("RULES 2.7: what a row states is its own broker's, and so are its charges", () => {
    expect(flowsOf(viewIn({ rows, prices }))).toEqual([4005, 0, 0, 0.498127341]);
    expect(flowsOf(viewIn({ rows, prices }, { brokerId: 'b1' }))).toEqual([1000, 0, 0, 0.5]);
    expect(partsOf(viewIn({ rows, prices }, { brokerId: 'b2' }))).toEqual({
      paidIn: 3005,
      unrealised: 1500,
      charges: 5,
      closing: 4500,
    });
  });
});

describe('a merger of which nothing was held', () => {
  it('RULES 2.7, 5.5: its cash is repaid capital above the cost, as that of a repayment', () => {
    const parts = (rows: World['rows']) => partsOf(viewIn({ rows }));
    expect(parts([merged(100, 500, { brokerCharge: 5 })])).toEqual({
      paidIn: 1500,
      paidOut: 495,
      realised: 500,
      charges: 5,
      closing: 1500,
    });
    expect(parts([row('RETURN_OF_CAPITAL', MERGED, null, 500, { isin: 'OLD' })])).toEqual({
      paidOut: 500,
      realised: 500,
    });
  });

  it('RULES 2.8: a ledger that receives it has nothing from outside', () => {
    const rows = [merged(100, 500, { id: 'm' })];
    const entries = [
      { id: 'd', date: '2024-01-01', kind: 'external', change: 100 },
      { id: 's', date: MERGED, kind: 'settlement', change: 500, transactionId: 'm' },
    ] as const;
    expect(partsOf(viewIn({ rows, ledgers: [ledger('GBP', entries)] }))).toEqual({
      paidIn: 1600,
      realised: 500,
      closing: 2100,
    });
  });
});

describe('RULES 2.7: the shares of a row', () => {
  const givers = [
    { cell: 1, units: 100n },
    { cell: 2, units: 300n },
  ];
  const shares = (rows: readonly (readonly [own: number, units: bigint, isin?: string])[], given = givers) =>
    sharesOfRows(
      rows.map(([own, units, isin = 'NEW']) => ({ own, units, isin })),
      given,
    ).map(({ parts, whole }) => parts.map((part) => Number((part * 1_000_000n) / whole) / 1_000_000));

  it("are its own position's where every position has a row, whatever the units", () => {
    expect(
      shares([
        [1, 33n],
        [2, 101n],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
    // Each broker's holder chose other shares.
    expect(
      shares([
        [1, 100n],
        [2, 150n, 'NEW2'],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('pass to positions without a row, beyond what its own position has a claim to', () => {
    expect(shares([[1, 400n]])).toEqual([[0.25, 0.75]]);
    expect(
      shares(
        [
          [1, 400n],
          [3, 50n],
        ],
        [...givers, { cell: 3, units: 50n }],
      ),
    ).toEqual([
      [0.25, 0.75, 0],
      [0, 0, 1],
    ]);
  });

  it('pass to all whose claim is not met where its own position held nothing', () => {
    expect(shares([[9, 400n]])).toEqual([[0.25, 0.75]]);
    expect(
      shares([
        [1, 100n],
        [9, 300n],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(
      shares([
        [1, 100n],
        [2, 100n],
        [9, 200n],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });
});

it('RULES 5.9: what a broker was paid for a merger opens to the row that paid it', () => {
  const rows = [
    bought(100, { broker: 'b1' }),
    bought(300, { broker: 'b2' }),
    merged(100, 200, { broker: 'b1', id: 'm1' }),
    merged(300, 600, { broker: 'b2', id: 'm2' }),
  ];
  const book = bookOf({ rows, prices: PRICES, assets: ASSETS, asOf: END });
  const lines = new ReturnsAnswers(book).lines({ ...queryOf('2024-01-01', END), part: 'paidOut' });
  expect(lines).toMatchObject([
    { transactionId: 'm1', brokerId: 'b1', amount: 200 },
    { transactionId: 'm2', brokerId: 'b2', amount: 600 },
  ]);
});
