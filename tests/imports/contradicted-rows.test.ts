/** Rows of files without a profile that another figure, day or word of their own contradicts: none is selected beforehand. */
import { describe, expect, it } from 'vitest';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const VOD = 'GB00BH4HKS39';
const AAPL = 'US0378331005';
const VWRL = 'IE00B3RBWM25';
const BUY = 'Date,Type,ISIN,Quantity,Price,Amount';
const TRADE = `22/04/2025,Buy,${VOD},1000,0.7154,715.40`;

/** Files of which no row may be selected, with the same file without the contradiction, of which all may. */
const PAIRS: readonly (readonly [what: string, contradicted: readonly string[], plain: readonly string[]])[] = [
  [
    'another amount in pounds beside one in dollars',
    [
      'Date,Type,ISIN,Quantity,Price,Currency,Amount,GBP equivalent',
      `2025-04-22,Buy,${AAPL},10,198.40,USD,1984.00,1550.00`,
    ],
    ['Date,Type,ISIN,Quantity,Price,Currency,Amount', `2025-04-22,Buy,${AAPL},10,198.40,USD,1984.00`],
  ],
  [
    'charges beside a gross amount in another currency than that of the account',
    [
      'Date,Type,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Shares,ISIN',
      `2025-04-22,Buy,GBP,1984.00,USD,0.7500,5.00,10,${AAPL}`,
    ],
    [
      'Date,Type,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Shares,ISIN',
      `2025-04-22,Buy,GBP,1984.00,USD,0.7500,0.00,10,${AAPL}`,
    ],
  ],
  [
    'charges beside a gross amount whose currency alone is stated',
    [
      'Date,Type,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Shares,ISIN',
      `2025-04-22,Buy,1984.00,USD,0.7500,5.00,10,${AAPL}`,
    ],
    [
      'Date,Type,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Shares,ISIN',
      `2025-04-22,Buy,1984.00,GBP,,5.00,10,${AAPL}`,
    ],
  ],
  [
    'an amount in pounds at a rate, beside amounts that should be in pounds',
    [
      'Date,Type,ISIN,Quantity,Price,Currency,Amount,FX rate,GBP value',
      `2025-04-22,Buy,${AAPL},10,198.40,GBP,1984.00,0.7814,1550.30`,
    ],
    ['Date,Type,ISIN,Quantity,Price,Currency,Amount', `2025-04-22,Buy,${AAPL},10,198.40,GBP,1984.00`],
  ],
  [
    'a total that is far from the amount',
    ['Date,Type,ISIN,Quantity,Price,Fees,Total incl. fees', `22/04/2025,Buy,${VWRL},100,104.00,5.95,1045.95`],
    ['Date,Type,ISIN,Quantity,Price (GBP),Fees,Total incl. fees', `22/04/2025,Buy,${VWRL},10,104.00,5.95,1045.95`],
  ],
  [
    'the price that was paid, beside what the units are worth',
    ['Date,Type,ISIN,Quantity,Price paid,Current price,Value', `22/04/2025,Buy,${VWRL},10,104.00,112.00,1120.00`],
    ['Date,Type,ISIN,Quantity,Price paid,Current price,Value', `22/04/2025,Buy,${VWRL},10,104.00,112.00,1040.00`],
  ],
  [
    'a gain of units that were only bought',
    ['Date,Type,ISIN,Quantity,Value,Gain/Loss', `22/04/2025,Buy,${VWRL},10,1120.00,80.00`],
    ['Date,Type,ISIN,Quantity,Price,Value,Gain/Loss', `22/04/2025,Buy,${VWRL},10,112.00,1120.00,80.00`],
  ],
  [
    'a charge that the amount includes',
    ['Date,Type,ISIN,Quantity,Amount,Commission (included in amount)', `22/04/2025,Buy,${VOD},1000,721.35,5.95`],
    ['Date,Type,ISIN,Quantity,Price,Amount,Commission', `22/04/2025,Buy,${VOD},1000,0.7154,715.40,5.95`],
  ],
  [
    'an income that its units do not make',
    ['Date,Type,ISIN,Dividend per share,Currency,Shares,Amount', `2025-05-15,Dividend,${AAPL},0.26,USD,1000,195.00`],
    ['Date,Type,ISIN,Dividend per share,Currency,Shares,Amount', `2025-05-15,Dividend,${AAPL},0.26,USD,1000,260.00`],
  ],
  [
    'a later day on which it was executed',
    [`${BUY},Executed`, `${TRADE},24/04/2025`],
    [`${BUY},Executed`, `${TRADE},22/04/2025`],
  ],
  [
    'a settlement long after the trade',
    ['Trade date,Settled on,Type,ISIN,Quantity,Price,Amount', `04/03/2025,16/05/2025,Buy,${VOD},1000,0.7154,715.40`],
    ['Trade date,Settled on,Type,ISIN,Quantity,Price,Amount', `04/03/2025,06/03/2025,Buy,${VOD},1000,0.7154,715.40`],
  ],
  ['a note that denies it', [`${BUY},Notes`, `${TRADE},did not go through`], [`${BUY},Notes`, `${TRADE},first buy`]],
  [
    'a tax wrapper in a note',
    [`${BUY},Notes`, `${TRADE},bought in my SIPP`],
    [`${BUY},Notes`, `${TRADE},a tip of Isa Miller`],
  ],
  [
    'a tax wrapper in the name of a broker',
    [`${BUY},Platform`, `${TRADE},AJ Bell ISA`],
    [`${BUY},Platform`, `${TRADE},AJ Bell`],
  ],
  [
    'the name of another company beside its ISIN',
    ['Date,Type,ISIN,Security,Quantity,Price,Amount', `22/04/2025,Buy,${VOD},Barclays,1000,0.7154,715.40`],
    ['Date,Type,ISIN,Security,Quantity,Price,Amount', `22/04/2025,Buy,${VOD},Vodafone,1000,0.7154,715.40`],
  ],
  [
    'the name of a fund of another house beside its ISIN',
    ['Date,Type,ISIN,Fund,Quantity,Price,Amount', `23/04/2025,Buy,${VWRL},iShares All-World,10,104.00,1040.00`],
    ['Date,Type,ISIN,Fund,Quantity,Price,Amount', `23/04/2025,Buy,${VWRL},Vanguard All-World,10,104.00,1040.00`],
  ],
  [
    'the name of another company beside its ticker',
    ['Date,Type,Ticker,Security,Quantity,Price (GBP),Amount', '25/04/2025,Buy,VOD,Barclays,1000,0.7154,715.40'],
    ['Date,Type,Ticker,Security,Quantity,Price (GBP),Amount', '25/04/2025,Buy,VOD,Vodafone,1000,0.7154,715.40'],
  ],
  [
    'another ticker and currency beside a full name',
    [
      'Date,Type,Symbol,Name,Quantity,Price,Currency,Amount',
      '2025-04-24,Buy,LYG,Lloyds Banking Group plc,100,3.60,USD,360.00',
    ],
    [
      'Date,Type,Symbol,Name,Quantity,Price,Currency,Amount',
      '2025-04-24,Buy,LLOY,Lloyds Banking Group plc,100,0.60,GBP,60.00',
    ],
  ],
  ['a day before gains were taxed', [BUY, TRADE.replace('2025', '1925')], [BUY, TRADE]],
  [
    'stamp duty that is no part of the amount',
    ['Date,Type,ISIN,Quantity,Price,Currency,Stamp Duty', `22/04/2025,Buy,${VOD},2575,7.154,GBX,92.11`],
    ['Date,Type,ISIN,Quantity,Price,Currency,Stamp Duty', `22/04/2025,Buy,${VOD},2575,71.54,GBX,9.21`],
  ],
  [
    'a price in the base currency beside another',
    ['Date,Type,ISIN,Quantity,Price (base),Amount,Currency', `22/04/2025,Buy,${AAPL},10,150.00,1500.00,USD`],
    ['Date,Type,ISIN,Quantity,Price,Amount,Currency', `22/04/2025,Buy,${AAPL},10,150.00,1500.00,USD`],
  ],
  [
    'a book cost without another amount',
    ['Date,Type,ISIN,Quantity,Price (p),Charges,Book cost', `01/03/2022,Buy,${VOD},1000,12.000,5.00,1205.00`],
    ['Date,Type,ISIN,Quantity,Price (p),Charges,Book cost', `01/03/2022,Buy,${VOD},1000,120.00,5.00,1205.00`],
  ],
];

it.each(PAIRS)('%s holds a row', (_what, contradicted, plain) => {
  expect(chosen(read(...contradicted))).toEqual([]);
  expect(chosen(read(...plain))).toEqual([2]);
});

describe('a price without a unit or an amount', () => {
  const statuses = (...lines: readonly string[]) => read(...lines).rows.map(({ status }) => status);

  it('is asked about, whatever its security is quoted in', () => {
    const header = 'Date,Type,ISIN,Quantity,Price';
    expect(statuses(header, '22/04/2025,Buy,IE0005042456,100,845.20')).toEqual(['question']);
    expect(statuses(header, '22/04/2025,Buy,GB00B10RZP78,10,46.50')).toEqual(['question']);
    expect(statuses(header, `22/04/2025,Buy,${VWRL},10,9.85`)).toEqual(['valid']);
  });

  it('is in pence where a line above the table says so', () => {
    const { rows } = read('Prices are in pence', 'Date,Type,ISIN,Quantity,Price', `22/04/2025,Buy,${VWRL},10,9850`);
    expect(rows[0]?.fields).toMatchObject({ localPrice: 98.5, consideration: 985 });
  });

  it('is in pounds or pence as its stamp duty shows', () => {
    const { rows } = read('Date,Type,ISIN,Quantity,Price,Stamp duty', '22/04/2025,Buy,GB00B10RZP78,100,48.40,24.20');
    expect(rows[0]?.fields).toMatchObject({ localPrice: 48.4, consideration: 4840 });
  });

  it('is not divided twice where heading and cell both name pence', () => {
    for (const [heading, cell] of [
      ['Price (p)', '512.10p'],
      ['Price GBX', 'GBX 512.10'],
      ['Price (pence)', '512.10 GBX'],
    ]) {
      const { rows } = read(`Date,Type,ISIN,Quantity,${heading}`, `20/08/2019,Buy,GB0007980591,300,${cell}`);
      expect(rows[0]?.fields, cell).toMatchObject({ localPrice: 5.121, consideration: 1536.3 });
    }
  });

  it("called local is in the security's currency, and a settlement currency is not that of prices", () => {
    const { rows } = read(
      'Date,Type,ISIN,Quantity,Price (local),Instrument currency',
      '17/05/2022,Buy,GB0007980591,66,503.08,GBX',
    );
    expect(rows[0]?.fields).toMatchObject({ localPrice: 5.0308, consideration: 332.03 });
    const header = 'Date,Type,ISIN,Quantity,Price,FX rate,Settlement currency';
    expect(statuses(header, '15/05/2020,Buy,US5949181045,12,361.08,1.2448,GBP')).toEqual(['question']);
  });
});

it('a figure under Broker is a charge, and a rate of 1 under FX is none', () => {
  const { rows } = read(
    'Date,Type,ISIN,Quantity,Price,Amount,Broker,FX',
    `22/04/2025,Buy,${VOD},1000,0.7154,715.40,11.95,1`,
  );
  expect(rows[0]?.fields).toMatchObject({ brokerCharge: 11.95, fxCharge: 0 });
});

it('a row of another year, a sum, a cancelled reference and the rows below a list of ideas are held', () => {
  const days = ['03/01/2022', '05/02/2022', '15/03/2012', '20/04/2022', '01/05/2022'];
  const rows = days.map((day) => TRADE.replace('22/04/2025', day));
  expect(chosen(read(BUY, ...rows))).toEqual([2, 3, 5, 6]);
  const named = 'Date,Type,ISIN,Name,Quantity,Price,Amount';
  const bought = `28/04/2025,Buy,${VOD},Vodafone Group plc,1000,0.7154,715.40`;
  expect(chosen(read(named, bought, bought.replace('28/', '30/').replace('Vodafone Group plc', 'Subtotal')))).toEqual([
    2,
  ]);
  const sold = TRADE.replace('22/', '23/').replace('Buy', 'Sell');
  expect(chosen(read(`${BUY},Reference`, `${TRADE},A1`, `${sold},Cancel of A1`))).not.toContain(3);
  expect(chosen(read(BUY, TRADE, 'Ideas for 2026', TRADE.replace('22/', '23/')))).toEqual([2]);
});
