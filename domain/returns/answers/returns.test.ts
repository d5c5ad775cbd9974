import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../values/amount.ts';
import { fromDayNumber, toDayNumber } from '../../values/dates.ts';
import { buy, day, row, sell } from '../../../tests/cgt/rows.ts';
import { asset, bookOf, ledger, partsOf, price, queryOf, rate, viewOf } from '../../../tests/returns/returns-rows.ts';
import { moneyWeighted, shownMoneyWeighted } from '../figures/money-weighted.ts';
import { ReturnsAnswers } from './returns-answers.ts';
import { perYear, shownTimeWeighted } from '../figures/time-weighted.ts';

const DAY = 1000;
const DAY_ONE = toDayNumber(day('2024-01-02'));

/** Shares that become others by two mergers of one day, the first with the identifier `id`; `later` are rows after it. */
const mergedTwice = (id: string, asOf: string, ...later: readonly ReturnType<typeof row>[]) => ({
  rows: [
    buy('2024-01-02', 10, 1000),
    row('MERGER', '2024-01-10', 20, 0, { relatedIsin: 'TESTMID', id }),
    row('MERGER', '2024-01-10', 5, 0, { isin: 'TESTMID', relatedIsin: 'TESTNEW', id: 'm' }),
    ...later,
  ],
  assets: [asset('TEST'), asset('TESTMID'), asset('TESTNEW')],
  prices: [price('2024-01-02', 100), price('2024-01-10', 50, 'TESTMID'), price('2024-01-10', 220, 'TESTNEW')],
  asOf,
});

describe('values and flows', () => {
  it('RULES 2.4: purchases come in, sales and income go out', () => {
    const view = viewOf(
      {
        rows: [
          buy('2024-01-02', 10, 1000, { brokerCharge: 5.95, stampDuty: 5 }),
          sell('2024-02-01', 4, 480, { brokerCharge: 5.95 }),
          row('DIVIDEND', '2024-02-02', null, 12.5),
        ],
        prices: [price('2024-01-02', 100), price('2024-02-01', 120)],
        asOf: '2024-03-01',
      },
      '2024-01-02',
      '2024-03-01',
    );
    expect(partsOf(view)).toEqual({
      paidIn: 1010.95,
      paidOut: 486.55,
      realised: 80,
      unrealised: 120,
      income: 12.5,
      charges: 16.9,
      closing: 720,
    });
    expect(view.sumOfParts).toBe(720);
    expect(view.securitiesOnly).toBe(true);
  });

  it('RULES 2.4: accrued interest that is bought is income the other way', () => {
    const view = viewOf(
      {
        rows: [buy('2024-01-02', 1, 100, { accruedInterest: 3 }), row('INTEREST', '2024-02-02', null, 5)],
        prices: [price('2024-01-02', 100)],
        asOf: '2024-02-02',
      },
      '2024-01-02',
      '2024-02-02',
    );
    expect(partsOf(view)).toEqual({ paidIn: 103, paidOut: 5, income: 2, closing: 100 });
  });

  it.each(['a', 'z'])(
    'RULES 1.5: shares received are given up by a merger of their day, whichever identifiers they have (%s)',
    (id) => {
      expect(partsOf(viewOf(mergedTwice(id, '2024-01-10'), '2024-01-01', '2024-01-10'))).toEqual({
        paidIn: 1000,
        unrealised: 100,
        closing: 1100,
      });
    },
  );

  it('RULES 2.5: a transfer in counts at its market value, not its tax cost', () => {
    const world = {
      rows: [row('TRANSFER_IN', '2024-01-02', 10, 1)],
      prices: [price('2024-01-02', 50), price('2024-01-10', 60)],
      asOf: '2024-01-10',
    };
    expect(partsOf(viewOf(world, '2024-01-01', '2024-01-10'))).toEqual({ paidIn: 500, unrealised: 100, closing: 600 });
  });

  it('RULES 2.6: a linked transfer is no flow for a scope with both sides, and the units count between its two days', () => {
    const world = {
      rows: [
        buy('2024-01-02', 10, 1000, { broker: 'one' }),
        row('TRANSFER_OUT', '2024-01-10', 10, 0, { broker: 'one', transferId: 'link' }),
        row('TRANSFER_IN', '2024-01-15', 10, 1, { broker: 'two', transferId: 'link' }),
      ],
      prices: [price('2024-01-02', 100), price('2024-01-10', 110), price('2024-01-20', 130)],
      asOf: '2024-01-20',
    };
    const whole = viewOf(world, '2024-01-02', '2024-01-20', { splitBy: 'brokerId' });
    expect(partsOf(whole)).toEqual({ paidIn: 1000, unrealised: 300, closing: 1300 });
    expect(whole.timeWeighted.rate).toBeCloseTo(0.3, 12);
    expect(whole.days.values[whole.days.dates.indexOf(day('2024-01-12'))]).toBe(1100);
    expect(whole.movedBetween).toBe(1100);
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { brokerId: 'one' } }))).toEqual({
      paidIn: 1000,
      paidOut: 1100,
      unrealised: 100,
    });
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { brokerId: 'two' } }))).toEqual({
      paidIn: 1100,
      unrealised: 200,
      closing: 1300,
    });
  });

  it('RULES 2.7: a merger is no flow for a scope with both securities, even where the old one has no last price', () => {
    const world = {
      rows: [
        buy('2024-01-02', 10, 1000, { isin: 'TESTA' }),
        row('MERGER', '2024-01-10', 20, 150, { isin: 'TESTA', relatedIsin: 'TESTB' }),
      ],
      prices: [price('2024-01-02', 100, 'TESTA'), price('2024-01-10', 48, 'TESTB'), price('2024-01-20', 50, 'TESTB')],
      asOf: '2024-01-20',
    };
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20'))).toEqual({
      paidIn: 1000,
      paidOut: 150,
      unrealised: 150,
      closing: 1000,
    });
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { isin: 'TESTA' } }))).toEqual({
      paidIn: 1000,
      paidOut: 1110,
      unrealised: 110,
    });
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { isin: 'TESTB' } }))).toEqual({
      paidIn: 960,
      unrealised: 40,
      closing: 1000,
    });
  });

  it('RULES 2.7: a demerger moves the part of the cost that its market value is', () => {
    const world = {
      rows: [
        buy('2024-01-02', 10, 1000, { isin: 'TESTA' }),
        row('DEMERGER', '2024-01-10', 5, 0, { isin: 'TESTA', relatedIsin: 'TESTB', costFraction: 0.1 }),
        sell('2024-01-20', 5, 300, { isin: 'TESTB' }),
      ],
      prices: [price('2024-01-02', 100, 'TESTA'), price('2024-01-10', 75, 'TESTA'), price('2024-01-10', 50, 'TESTB')],
      asOf: '2024-01-20',
    };
    // The new shares are worth 250 of 1,000, so a quarter of the cost moves.
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20'))).toEqual({
      paidIn: 1000,
      paidOut: 300,
      realised: 50,
      closing: 750,
    });
  });

  it('RULES 2.7: a merger gives up all of a holding, also at a broker where more was sold than was held', () => {
    const world = (bought: number) => ({
      rows: [
        buy('2024-01-02', bought, bought * 100, { broker: 'one' }),
        sell('2024-01-03', 4, 400, { broker: 'two' }),
        row('MERGER', '2024-01-10', 12, 0, { relatedIsin: 'TESTNEW', broker: 'one' }),
      ],
      assets: [asset('TEST'), asset('TESTNEW')],
      prices: [price('2024-01-02', 100), price('2024-01-10', 50, 'TESTNEW')],
      asOf: '2024-01-20',
    });
    // The 10 less 4 that were held became 12, which are worth the same.
    expect(partsOf(viewOf(world(10), '2024-01-01', '2024-01-20'))).toEqual({
      paidIn: 1000,
      paidOut: 400,
      closing: 600,
    });
    // Nothing of 3 less 4 was held: the one and the new shares come from outside.
    expect(partsOf(viewOf(world(3), '2024-01-01', '2024-01-20'))).toEqual({
      paidIn: 300 + 400 + 600,
      paidOut: 400 + 300,
      closing: 600,
    });
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('RULES 2.7: the demergers of a day are one, whichever identifiers they have (%s, %s)', (one, two) => {
    const demerged = (relatedIsin: string, id: string) =>
      row('DEMERGER', '2024-01-10', 10, 0, { isin: 'TESTA', relatedIsin, costFraction: 0.1, id });
    const world = {
      rows: [
        buy('2024-01-02', 10, 900, { isin: 'TESTA' }),
        demerged('TESTB', one),
        demerged('TESTC', two),
        sell('2024-01-20', 10, 350, { isin: 'TESTB' }),
        sell('2024-01-20', 10, 340, { isin: 'TESTC' }),
      ],
      prices: [
        price('2024-01-02', 90, 'TESTA'),
        ...['TESTA', 'TESTB', 'TESTC'].map((isin) => price('2024-01-10', 30, isin)),
      ],
      asOf: '2024-01-20',
    };
    const realised = (isin: string) =>
      partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { isin } }))?.realised ?? 0;
    // Each of the three is worth 300 of 900, and the period's cost was 900.
    expect([realised('TESTB'), realised('TESTC')]).toEqual([50, 40]);
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20'))).toMatchObject({ realised: 90, closing: 300 });
  });

  it.each(['a', 'z'])(
    'RULES 1.5: a cost passes through shares that were received and given up on one day (%s)',
    (id) => {
      const world = mergedTwice(id, '2024-01-11', sell('2024-01-11', 5, 1150, { isin: 'TESTNEW' }));
      expect(partsOf(viewOf(world, '2024-01-01', '2024-01-11'))).toEqual({
        paidIn: 1000,
        paidOut: 1150,
        realised: 150,
      });
    },
  );

  it('RULES 2.6: a linked transfer with a split in between moves the units that the split made', () => {
    const world = (arrived: number) => ({
      rows: [
        buy('2024-01-02', 10, 1000, { broker: 'one' }),
        row('TRANSFER_OUT', '2024-01-04', 4, 0, { broker: 'one', transferId: 't' }),
        row('SPLIT', '2024-01-05', 10, 0, { ratio: [2, 1], broker: 'one' }),
        row('TRANSFER_IN', '2024-01-08', arrived, 0, { broker: 'two', transferId: 't' }),
      ],
      prices: [price('2024-01-02', 100), price('2024-01-05', 50)],
      asOf: '2024-01-10',
    });
    const view = viewOf(world(8), '2024-01-02', '2024-01-10', { splitBy: 'brokerId' });
    expect(partsOf(view)).toEqual({ paidIn: 1000, closing: 1000 });
    expect(view.days.values).toEqual([0, ...Array.from({ length: 9 }, () => 1000)]);
    expect(view.parts.map(({ bridge }) => bridge?.closing)).toEqual([600, 400]);
    // 4 units of after the split are half of what left: two transfers from and to outside.
    expect(partsOf(viewOf(world(4), '2024-01-02', '2024-01-10'))).toEqual({
      paidIn: 1200,
      paidOut: 400,
      closing: 800,
    });
  });

  it('RULES 2.2: a holding at two brokers is worth what Holdings shows, to the penny', () => {
    const world = {
      rows: [buy('2024-01-02', 1, 1, { broker: 'one' }), buy('2024-01-02', 1, 1, { broker: 'two' })],
      prices: [price('2024-01-02', 1.005)],
      asOf: '2024-01-02',
    };
    const view = viewOf(world, '2024-01-02', '2024-01-02', { splitBy: 'brokerId' });
    expect(view.bridge?.closing).toBe(2.01);
    expect(view.parts.map(({ bridge }) => bridge?.closing)).toEqual([1.01, 1]);
  });

  it('a split in between leaves value, cost and return as they were', () => {
    const view = viewOf(
      {
        rows: [
          buy('2024-01-02', 10, 1000),
          row('SPLIT', '2024-01-05', 10, 0, { ratio: [2, 1] }),
          sell('2024-01-09', 10, 550),
        ],
        prices: [price('2024-01-02', 100), price('2024-01-05', 50), price('2024-01-09', 55)],
        asOf: '2024-01-09',
      },
      '2024-01-02',
      '2024-01-09',
    );
    expect(partsOf(view)).toEqual({ paidIn: 1000, paidOut: 550, realised: 50, unrealised: 50, closing: 550 });
    expect(view.timeWeighted.rate).toBeCloseTo(0.1, 12);
  });
});

describe('time-weighted', () => {
  const prices = [price('2024-01-02', 100), price('2024-01-05', 110), price('2024-01-20', 121)];

  it('RULES 3.1: the first day has both a flow and a movement, and a sale of everything is no loss of everything', () => {
    const world = { rows: [buy('2024-01-05', 1, 100), sell('2024-01-20', 1, 121)], prices, asOf: '2024-01-31' };
    const { timeWeighted, moneyWeighted: money } = viewOf(world, '2024-01-01', '2024-01-31');
    expect(timeWeighted.rate).toBeCloseTo(0.21, 12);
    expect(money?.found === true && money.forPeriod).toBeCloseTo(0.21, 12);
  });

  it('RULES 3.3: days on which nothing is held change nothing', () => {
    const rows = [buy('2024-01-02', 1, 100), sell('2024-01-05', 1, 110), buy('2024-01-12', 1, 110)];
    expect(viewOf({ rows, prices, asOf: '2024-01-20' }, '2024-01-02', '2024-01-20').timeWeighted.rate).toBeCloseTo(
      0.21,
      12,
    );
  });

  it('RULES 3.4: income after everything was sold is left out and named', () => {
    const rows = [buy('2024-01-02', 1, 100), sell('2024-01-05', 1, 110), row('DIVIDEND', '2024-01-09', null, 7)];
    const { timeWeighted } = viewOf({ rows, prices, asOf: '2024-01-20' }, '2024-01-02', '2024-01-20');
    expect(timeWeighted.rate).toBeCloseTo(0.1, 12);
    expect(timeWeighted.unmeasured).toBe(7);
  });

  it('RULES 3.6: a scope that is oversold has no rate', () => {
    const rows = [buy('2024-01-02', 1, 100), sell('2024-01-05', 3, 330)];
    expect(viewOf({ rows, prices, asOf: '2024-01-20' }, '2024-01-02', '2024-01-20').timeWeighted).toMatchObject({
      rate: null,
      fault: 'belowNothing',
    });
  });

  it('RULES 3.6: a scope that was oversold for one day has no rate, even if a payment on the next day covers it', () => {
    const rows = [sell('2024-01-05', 1, 110), buy('2024-01-06', 1, 110)];
    expect(viewOf({ rows, prices, asOf: '2024-01-20' }, '2024-01-02', '2024-01-20').timeWeighted).toMatchObject({
      rate: null,
      fault: 'belowNothing',
    });
  });

  it('RULES 3.7: no yearly rate under 365 days', () => {
    expect(perYear(0.05, 364)).toBeNull();
    expect(perYear(0.05, 365)).toBeCloseTo(0.05, 12);
    expect(perYear(0.21, 730)).toBeCloseTo(0.1, 12);
  });

  it.each([364, 365, 366, 367])(
    'RULES 3.7, 4.5: a holding bought once and held for %i days has the same rate in both ways',
    (days) => {
      const last = fromDayNumber(DAY_ONE + days);
      const view = viewOf(
        { rows: [buy('2024-01-02', 1, 100)], prices: [price('2024-01-02', 100), price(last, 110)], asOf: last },
        '2024-01-02',
        last,
      );
      const [weighted, money] = [shownTimeWeighted(view.timeWeighted), shownMoneyWeighted(view.moneyWeighted)];
      expect(weighted?.isPerYear).toBe(days >= 365);
      expect(money?.isPerYear).toBe(days >= 365);
      expect(weighted?.rate).toBeCloseTo(money?.rate ?? NaN, 12);
    },
  );
});

describe('money-weighted', () => {
  it('RULES 4.2: without a change of sign there is no rate', () => {
    expect(moneyWeighted([])).toEqual({ found: false, reason: 'noFlows' });
    expect(moneyWeighted([{ day: DAY, amount: -100 }])).toEqual({ found: false, reason: 'noRoot' });
    expect(
      moneyWeighted([
        { day: DAY, amount: -100 },
        { day: DAY, amount: 110 },
      ]),
    ).toEqual({ found: false, reason: 'noRoot' });
  });

  it('RULES 4.4: flows that two rates solve have none', () => {
    // Both 10 % and 20 % a year are solutions.
    const flows = [
      { day: DAY, amount: -10_000 },
      { day: DAY + 365, amount: 23_000 },
      { day: DAY + 730, amount: -13_200 },
    ];
    expect(moneyWeighted(flows)).toEqual({ found: false, reason: 'severalRoots' });
  });

  it('RULES 4.4: two rates close to each other are not passed over beside a third', () => {
    // -99.9999993 %, 397.565 % and 417.035 % over the period.
    const flows = [
      { day: DAY, amount: 5_060_276 },
      { day: DAY + 545, amount: -8_864_513 },
      { day: DAY + 2388, amount: 5_727_214 },
      { day: DAY + 2949, amount: -161_259 },
    ];
    expect(moneyWeighted(flows)).toEqual({ found: false, reason: 'severalRoots' });
  });

  it('RULES 4.4: flows that no rate solves have none, though their sign changes', () => {
    const flows = [
      { day: DAY, amount: -1000 },
      { day: DAY + 365, amount: 1000 },
      { day: DAY + 730, amount: -1000 },
    ];
    expect(moneyWeighted(flows)).toEqual({ found: false, reason: 'noRoot' });
  });

  it('RULES 4.4: money paid in and out in turn has one rate where something stays invested', () => {
    const flows = [
      { day: DAY, amount: -10_000 },
      { day: DAY + 365, amount: 1000 },
      { day: DAY + 730, amount: -2000 },
      { day: DAY + 1095, amount: 14_530 },
    ];
    const found = moneyWeighted(flows);
    expect(found).toMatchObject({ found: true, days: 1095 });
    const x = 1 + (found.found ? found.perYear : 0);
    expect(-10_000 * x ** 3 + 1000 * x ** 2 - 2000 * x + 14_530).toBeCloseTo(0, 6);
  });
});

describe('bridge', () => {
  const dollars = asset('TESTC', { denomination: 'USD', category: 'US_TSM' });

  it("RULES 5.4: the price counts at the first rate, the cross term is the exchange rate's", () => {
    const world = {
      rows: [buy('2024-01-02', 10, 800, { isin: 'TESTC' })],
      prices: [price('2024-01-02', 100, 'TESTC', 'USD'), price('2024-02-01', 120, 'TESTC', 'USD')],
      rates: [rate('2024-01-02', 'USD', 0.8), rate('2024-02-01', 'USD', 0.9)],
      assets: [dollars],
      asOf: '2024-02-01',
    };
    // 20 dollars x 10 x 0.80, and 1,200 dollars x 0.10.
    expect(partsOf(viewOf(world, '2024-01-02', '2024-02-01'))).toEqual({
      paidIn: 800,
      unrealised: 160,
      exchange: 120,
      closing: 1080,
    });
    const sold = { ...world, rows: [...world.rows, sell('2024-02-01', 5, 540, { isin: 'TESTC' })] };
    expect(partsOf(viewOf(sold, '2024-01-02', '2024-02-01'))).toEqual({
      paidIn: 800,
      paidOut: 540,
      realised: 80,
      unrealised: 80,
      exchange: 120,
      closing: 540,
    });
  });

  it('RULES 5.2: a period starts from the opening value, whatever was paid before', () => {
    const world = {
      rows: [buy('2023-01-02', 10, 400), sell('2024-02-01', 5, 600)],
      prices: [price('2023-01-02', 40), price('2023-12-31', 100), price('2024-02-01', 120)],
      asOf: '2024-02-01',
    };
    expect(partsOf(viewOf(world, '2024-01-01', '2024-02-01'))).toEqual({
      opening: 1000,
      paidOut: 600,
      realised: 100,
      unrealised: 100,
      closing: 600,
    });
  });

  it('RULES 5.5: repaid capital lowers the cost, and beyond it is realised', () => {
    const world = {
      rows: [
        buy('2024-01-02', 10, 100),
        row('RETURN_OF_CAPITAL', '2024-01-05', null, 120),
        row('EQUALISATION', '2024-01-06', null, 1),
      ],
      prices: [price('2024-01-02', 10), price('2024-01-05', 2)],
      asOf: '2024-01-06',
    };
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-06'))).toEqual({
      paidIn: 100,
      paidOut: 121,
      realised: 21,
      unrealised: 20,
      closing: 20,
    });
  });

  it('RULES 5.5: equalisation of accumulation units stays in the fund, so nothing is paid out', () => {
    const accumulating = asset('TEST', { incomeTreatment: 'ACCUMULATING' });
    const world = {
      rows: [buy('2024-01-02', 10, 100), row('EQUALISATION', '2024-01-05', null, 3, { brokerCharge: 1 })],
      prices: [price('2024-01-02', 10)],
      assets: [accumulating],
      asOf: '2024-01-06',
    };
    const view = viewOf(world, '2024-01-02', '2024-01-06');
    expect(partsOf(view)).toEqual({ paidIn: 101, charges: 1, closing: 100 });
  });

  it('income before tax and tax withheld are parts of their own', () => {
    const received = row('DIVIDEND', '2024-01-05', null, 8.5);
    const income = { ...received, grossIncome: 10 as Pounds, taxWithheld: 1.5 as Pounds };
    const world = {
      rows: [buy('2024-01-02', 1, 100), income],
      prices: [price('2024-01-02', 100)],
      asOf: '2024-01-06',
    };
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-06'))).toEqual({
      paidIn: 100,
      paidOut: 8.5,
      income: 10,
      tax: 1.5,
      closing: 100,
    });
  });

  it('RULES 5.9: a part opens to its rows', () => {
    const rows = [buy('2024-01-02', 10, 1000, { id: 'bought' }), sell('2024-02-01', 4, 480, { id: 'sold' })];
    const book = bookOf({ rows, prices: [price('2024-01-02', 100), price('2024-02-01', 120)], asOf: '2024-03-01' });
    const lines = (part: 'realised' | 'unrealised') =>
      new ReturnsAnswers(book).lines({ ...queryOf('2024-01-02', '2024-03-01'), part });
    expect(lines('realised')).toMatchObject([{ transactionId: 'sold', date: '2024-02-01', amount: 80, isin: 'TEST' }]);
    expect(lines('unrealised')).toMatchObject([{ transactionId: null, date: '2024-03-01', amount: 120, isin: 'TEST' }]);
  });
});

describe('missing prices and rates', () => {
  it('RULES 7.1: are named with their days, and no figure is made of them', () => {
    const world = {
      rows: [buy('2024-01-02', 1, 100), buy('2024-01-02', 1, 100, { isin: 'TESTA' })],
      prices: [price('2024-01-02', 100), price('2024-01-10', 100, 'TESTA')],
      asOf: '2024-01-20',
    };
    const within = viewOf(world, '2024-01-02', '2024-01-20');
    // The values at both ends are known, and so is the bridge; one day in between is not.
    expect(partsOf(within)).toEqual({ paidIn: 200, closing: 200 });
    expect(within.timeWeighted).toMatchObject({ rate: null, fault: 'missing' });
    expect(within.missing).toEqual([{ isin: 'TESTA', currency: null, from: '2024-01-02', to: '2024-01-09' }]);
    const before = viewOf(world, '2024-01-02', '2024-01-05');
    expect(before.bridge).toBeNull();
    expect(before.moneyWeighted).toBeNull();
    expect(before.missing).toEqual([{ isin: 'TESTA', currency: null, from: '2024-01-02', to: '2024-01-05' }]);
    // A scope without that security has its figures.
    expect(viewOf(world, '2024-01-02', '2024-01-05', { scope: { isin: 'TEST' } }).bridge?.closing).toBe(100);
  });

  it('RULES 7.1: a currency without a rate is named', () => {
    const world = {
      rows: [buy('2024-01-02', 1, 100)],
      prices: [price('2024-01-02', 100, 'TEST', 'USD')],
      asOf: '2024-01-03',
    };
    expect(viewOf(world, '2024-01-02', '2024-01-03').missing).toEqual([
      { isin: 'TEST', currency: 'USD', from: '2024-01-02', to: '2024-01-03' },
    ]);
  });

  it('RULES 2.3: an old price is used and named', () => {
    const world = { rows: [buy('2024-01-02', 1, 100)], prices: [price('2024-01-02', 100)], asOf: '2024-01-20' };
    expect(viewOf(world, '2024-01-02', '2024-01-09').oldPrices).toEqual([]);
    expect(viewOf(world, '2024-01-02', '2024-01-20').oldPrices).toEqual([
      { isin: 'TEST', priceDate: '2024-01-02', until: '2024-01-20' },
    ]);
  });
});

describe('RULES 2.3: an old exchange rate', () => {
  const dollars = {
    rows: [buy('2024-01-02', 1, 80)],
    prices: Array.from({ length: 40 }, (_, index) => price(fromDayNumber(DAY_ONE + index), 100, 'TEST', 'USD')),
    rates: [rate('2024-01-02', 'USD', 0.8), rate('2024-01-12', 'USD', 0.8)],
    asOf: '2024-02-10',
  };

  it('is used and named, each once, in periods and scopes that use it', () => {
    const used = (from: string, to: string, given = {}) => viewOf(dollars, from, to, given).oldRates;
    expect(used('2024-01-02', '2024-01-09')).toEqual([]);
    expect(used('2024-01-02', '2024-02-10')).toEqual([
      { currency: 'USD', rateDate: '2024-01-12', until: '2024-02-10' },
      { currency: 'USD', rateDate: '2024-01-02', until: '2024-01-11' },
    ]);
    expect(used('2024-01-12', '2024-01-25')).toEqual(
      [
        { currency: 'USD', rateDate: '2024-01-02', until: '2024-01-11' },
        { currency: 'USD', rateDate: '2024-01-12', until: '2024-01-25' },
      ].toReversed(),
    );
    expect(used('2024-01-02', '2024-02-10', { scope: { isin: 'OTHER' } })).toEqual([]);
    expect(viewOf(dollars, '2024-01-02', '2024-02-10').oldPrices).toEqual([]);
  });

  it('is not named where nothing in that currency was held, nor for pounds and pence', () => {
    const sold = { ...dollars, rows: [...dollars.rows, sell('2024-01-03', 1, 80)] };
    expect(viewOf(sold, '2024-01-02', '2024-02-10').oldRates).toEqual([]);
    const pence = { ...dollars, prices: [price('2024-01-02', 100, 'TEST', 'GBX')] };
    expect(viewOf(pence, '2024-01-02', '2024-02-10').oldRates).toEqual([]);
  });

  it('is named for cash, as the older of two through the dollar', () => {
    const world = {
      rows: [],
      prices: [],
      rates: [rate('2024-01-02', 'USD', 0.8), { ...rate('2024-01-10', 'EUR', 1.1), toCurrency: 'USD' }],
      ledgers: [ledger('EUR', [{ id: 'a', date: '2024-01-10', kind: 'external', change: 1000 }])],
      asOf: '2024-01-12',
    };
    expect(viewOf(world, '2024-01-10', '2024-01-12').oldRates).toEqual([
      { currency: 'EUR', rateDate: '2024-01-02', until: '2024-01-12' },
    ]);
  });

  it('of a metal without a price is its old price', () => {
    const world = {
      rows: [buy('2024-01-02', 1, 1500, { isin: 'XAU' })],
      prices: [],
      rates: [
        rate('2024-01-02', 'USD', 0.8),
        { fromCurrency: 'USD', toCurrency: 'XAU', rate: 0.0005 as never, rateDate: day('2024-01-02') },
      ],
      asOf: '2024-01-12',
    };
    const view = viewOf(world, '2024-01-02', '2024-01-12');
    expect(view.oldPrices).toEqual([{ isin: 'XAU', priceDate: '2024-01-02', until: '2024-01-12' }]);
    expect([view.bridge?.closing, view.oldRates]).toEqual([1600, []]);
  });
});

describe('benchmark', () => {
  const prices = [price('2024-01-02', 100), price('2024-01-02', 50, 'TESTB'), price('2024-01-20', 75, 'TESTB')];

  it('RULES 6.1: is bought with the same flows on the same days', () => {
    const world = { rows: [buy('2024-01-02', 10, 1000)], prices, asOf: '2024-01-20' };
    const { benchmark } = viewOf(world, '2024-01-02', '2024-01-20', { benchmark: 'TESTB' });
    expect(benchmark).toMatchObject({ closing: 1500, reason: null });
    expect(benchmark?.moneyWeighted?.found === true && benchmark.moneyWeighted.forPeriod).toBeCloseTo(0.5, 12);
  });

  it('RULES 6.2: is drawn level with the scope on its first day with a price', () => {
    const late = [
      price('2024-01-01', 100),
      price('2024-01-03', 110),
      price('2024-01-03', 50, 'TESTB'),
      price('2024-01-05', 75, 'TESTB'),
    ];
    const world = { rows: [buy('2024-01-01', 10, 1000)], prices: late, asOf: '2024-01-05' };
    const growth = viewOf(world, '2024-01-01', '2024-01-05', { benchmark: 'TESTB' }).benchmark?.growth;
    expect(growth?.map((value) => (value === null ? null : Number(value.toFixed(9))))).toEqual([
      null,
      null,
      null,
      110,
      110,
      165,
    ]);
  });

  it('RULES 6.2: says when it has no price or would not have lasted', () => {
    const early = { rows: [buy('2024-01-01', 10, 1000)], prices, asOf: '2024-01-20' };
    expect(viewOf(early, '2024-01-01', '2024-01-20', { benchmark: 'TESTB' }).benchmark).toMatchObject({
      closing: null,
      reason: 'missing',
    });
    const gone = { rows: [buy('2024-01-02', 10, 1000), sell('2024-01-05', 10, 5000)], prices, asOf: '2024-01-20' };
    expect(viewOf(gone, '2024-01-02', '2024-01-20', { benchmark: 'TESTB' }).benchmark?.reason).toBe('usedUp');
  });
});

describe('years', () => {
  it('RULES 8.1: each opens where the one before closed, and each foots', () => {
    const world = {
      rows: [buy('2022-05-01', 10, 1000), sell('2023-06-01', 5, 600), row('DIVIDEND', '2024-02-01', null, 10)],
      prices: [price('2022-05-01', 100), price('2022-12-31', 90), price('2023-04-05', 110), price('2024-02-01', 130)],
      asOf: '2024-05-01',
    };
    const { taxYears, calendarYears } = viewOf(world, '2022-05-01', '2024-05-01').years;
    expect(
      taxYears.map(({ year, opening, netPaidIn, gain, closing }) => [year, opening, netPaidIn, gain, closing]),
    ).toEqual([
      ['2024-25', 650, 0, 0, 650],
      ['2023-24', 1100, -610, 160, 650],
      ['2022-23', 0, 1000, 100, 1100],
    ]);
    expect(calendarYears.map(({ year, closing }) => [year, closing])).toEqual([
      ['2024', 650],
      ['2023', 550],
      ['2022', 900],
    ]);
  });
});

describe('with a cash ledger (RULES 2.8)', () => {
  const trades = [
    buy('2024-01-03', 10, 1000, { id: 'bought', brokerCharge: 5 }),
    row('DIVIDEND', '2024-01-10', null, 20, { id: 'paid' }),
  ];
  const entries = [
    { id: 'a', date: '2024-01-02', kind: 'external', change: 1500 },
    { id: 'b', date: '2024-01-03', kind: 'settlement', change: -1005, transactionId: 'bought' },
    { id: 'c', date: '2024-01-10', kind: 'settlement', change: 20, transactionId: 'paid' },
    { id: 'd', date: '2024-01-11', kind: 'interest', change: 3 },
    { id: 'e', date: '2024-01-12', kind: 'charge', change: -2.5 },
    { id: 'f', date: '2024-01-12', kind: 'tax', change: -0.5 },
    { id: 'g', date: '2024-01-15', kind: 'external', change: -100 },
  ] as const;
  const world = {
    rows: trades,
    prices: [price('2024-01-03', 100), price('2024-01-20', 110)],
    ledgers: [ledger('GBP', entries)],
    asOf: '2024-01-20',
  };

  it('deposits and withdrawals are the flows, trades and income stay inside', () => {
    const view = viewOf(world, '2024-01-02', '2024-01-20');
    expect(partsOf(view)).toEqual({
      paidIn: 1500,
      paidOut: 100,
      unrealised: 100,
      income: 23,
      charges: 7.5,
      tax: 0.5,
      closing: 1515,
    });
    expect(view.sumOfParts).toBe(1515);
    expect(view.securitiesOnly).toBe(false);
    expect(view.days.values[view.days.dates.indexOf(day('2024-01-04'))]).toBe(1495);
  });

  it('the security alone still has its purchases and income as flows', () => {
    expect(partsOf(viewOf(world, '2024-01-02', '2024-01-20', { scope: { isin: 'TEST' } }))).toEqual({
      paidIn: 1005,
      paidOut: 20,
      unrealised: 100,
      income: 20,
      charges: 5,
      closing: 1100,
    });
  });

  it('securities and cash add up to the whole', () => {
    const assets = [asset('TEST')];
    const view = viewOf({ ...world, assets }, '2024-01-02', '2024-01-20', { splitBy: 'category' });
    expect(view.parts.map(({ key, bridge }) => [key, bridge?.closing])).toEqual([
      ['CASH', 415],
      ['UK_TSM', 1100],
    ]);
    const paidIn = view.parts.reduce((total, { bridge }) => total + (bridge?.paidIn ?? 0), 0);
    expect(paidIn - view.movedBetween).toBe(1500);
  });

  it('counts the gain of a foreign balance as exchange rates', () => {
    const view = viewOf(
      {
        rows: [],
        prices: [],
        rates: [rate('2024-01-02', 'USD', 0.8), rate('2024-01-10', 'USD', 0.9)],
        ledgers: [ledger('USD', [{ id: 'a', date: '2024-01-02', kind: 'external', change: 1000 }])],
        asOf: '2024-01-10',
      },
      '2024-01-02',
      '2024-01-10',
    );
    expect(partsOf(view)).toEqual({ paidIn: 800, exchange: 100, closing: 900 });
  });

  it('counts payments without a known trade, and units received in kind, as coming from outside', () => {
    const rows = [row('TRANSFER_IN', '2024-01-03', 10, 1, { id: 'came', brokerCharge: 5 })];
    const lines = [
      { id: 'a', date: '2024-01-02', kind: 'external', change: 100 },
      { id: 'b', date: '2024-01-03', kind: 'settlement', change: -5, transactionId: 'came' },
      { id: 'c', date: '2024-01-04', kind: 'settlement', change: -20, transactionId: 'unknown' },
    ] as const;
    const view = viewOf(
      { rows, prices: [price('2024-01-03', 50)], ledgers: [ledger('GBP', lines)], asOf: '2024-01-05' },
      '2024-01-02',
      '2024-01-05',
    );
    expect(partsOf(view)).toEqual({ paidIn: 600, paidOut: 20, charges: 5, closing: 575 });
  });

  it('money moved between two ledgers is no flow for a scope with both', () => {
    const moved = [
      ledger('GBP', [
        { id: 'a', date: '2024-01-02', kind: 'external', change: 1000 },
        { id: 'b', date: '2024-01-05', kind: 'transfer', change: -400, transferId: 'link' },
      ]),
      ledger('GBP', [{ id: 'c', date: '2024-01-08', kind: 'transfer', change: 400, transferId: 'link' }], {
        taxWrapper: 'ISA',
      }),
    ];
    const both = { rows: [], prices: [], ledgers: moved, asOf: '2024-01-10' };
    expect(partsOf(viewOf(both, '2024-01-02', '2024-01-10'))).toEqual({ paidIn: 1000, closing: 1000 });
    expect(viewOf(both, '2024-01-02', '2024-01-10').days.values).toEqual([0, ...Array.from({ length: 9 }, () => 1000)]);
    expect(partsOf(viewOf(both, '2024-01-02', '2024-01-10', { scope: { taxWrapper: 'ISA' } }))).toEqual({
      paidIn: 400,
      closing: 400,
    });
  });
});
