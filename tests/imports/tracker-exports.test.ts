/** Layouts that brokers, trackers and spreadsheets publish: what their figures prove is read, anything else is held. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const VOD = 'GB00BH4HKS39';
const AAPL = 'US0378331005';

const figures = ({ rows }: PreparedImport): readonly unknown[] =>
  rows.map(({ fields }) => [
    fields?.consideration,
    Number(((fields?.brokerCharge ?? 0) + (fields?.stampDuty ?? 0)).toFixed(2)),
  ]);

describe('figures in pence', () => {
  it('are named by a capital P in brackets', () => {
    const prepared = read(
      'DATE,TYPE,ISIN,QUANTITY,PRICE (P),AMOUNT (P)',
      `2024-03-05,Buy,${VOD},1000,72.00,72000.00`,
      `2024-08-02,Dividend,${VOD},1000,3.75,3750.00`,
    );
    expect(figures(prepared)).toEqual([
      [720, 0],
      [37.5, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('may be those of an income of a pound or more for a unit quoted in pence', () => {
    const header = 'Date,Type,ISIN,Shares,Rate per share,Amount';
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,3.75,2250.00`))).toEqual([]);
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,0.0375,22.50`))).toEqual([2]);
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,£3.75,£2250.00`))).toEqual([2]);
    expect(chosen(read(header.replace('Amount', 'Amount (£)'), `2024-08-02,Dividend,${VOD},600,3.75,2250.00`))).toEqual(
      [2],
    );
  });

  it('follow a figure as a word', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      `14/03/2024,Buy,${VOD},"1,000 shares",72.00 pence,GBP 720.00`,
      `14/06/2024,Sell,${VOD},400 shares,70.00 Pence,GBP 280.00`,
    );
    expect(figures(prepared)).toEqual([
      [720, 0],
      [280, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('of less than a tenth for a unit quoted in pence may be the pounds of one unit', () => {
    const header = 'Date,Type,ISIN,Shares,Amount';
    expect(chosen(read(header, '02/08/2024,Dividend,GB00B10RZP78,600,0.37'))).toEqual([]);
    expect(chosen(read(header, '02/08/2024,Dividend,GB00B10RZP78,600,222.00'))).toEqual([2]);
    expect(chosen(read(header, '02/08/2024,Dividend,GB00B10RZP78,0.85,0.37'))).toEqual([2]);
  });

  it('are those of a rate which makes the income in pounds to the penny', () => {
    const header = 'Date,Type,ISIN,Shares,Rate,Amount';
    const prepared = read(
      header,
      `2024-08-02,Dividend,${VOD},600,3.75,22.50`,
      `2025-02-14,Dividend,${VOD},600,1.90,11.40`,
      `2025-08-01,Dividend,${VOD},600,2.25,13.60`,
    );
    expect(figures(prepared)).toEqual([
      [22.5, 0],
      [11.4, 0],
      [13.6, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

it('a charge whose heading runs its words together holds a trade, however small its amount', () => {
  const prepared = read(
    'EVENT,DATE,SYMBOL,PRICE,QUANTITY,CURRENCY,FEETAX,EXCHANGE',
    'Buy,2024-03-05,VOD,0.72,1000,GBP,9.95,LSE',
    'Sell,2024-06-04,VOD,0.70,400,GBP,9.95,LSE',
    'Sell,2024-06-14,VOD,0.70,400,GBP,0,LSE',
  );
  expect(chosen(prepared)).toEqual([4]);
});

it('a purchase at a value that no price proves is held beside another cost', () => {
  const prepared = read(
    'Date,Type,ISIN,Quantity,Cost,Value',
    `2024-03-05,Buy,${VOD},1000,729.95,705.00`,
    '2024-03-14,Buy,GB0008706128,2000,1009.95,1180.00',
    '2024-03-15,Buy,GB00B10RZP78,2000,70009.95,160000.00',
    '2024-03-18,Buy,GB0008706128,2000,1009.95,1009.95',
    '2024-06-14,Sell,GB0008706128,1000,504.97,590.00',
  );
  expect(chosen(prepared)).toEqual([5, 6]);
});

describe('charges', () => {
  it('are no part of an amount that two rows make to the penny, however rough their units', () => {
    const header = 'Date,Side,ISIN,Quantity,Price,Amount,Commission,Currency';
    const buy = `2024-03-14,BUY,${AAPL},2.5,172.50,431.25,0.35,USD`;
    const prepared = read(header, buy, `2024-06-18,SELL,${AAPL},1.5,210.00,315.00,0.35,USD`);
    expect(figures(prepared)).toEqual([
      [323.44, 0.26],
      [236.25, 0.26],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(read(header, buy).rows.map(({ status }) => status)).toEqual(['question']);
    const net = read(
      header,
      buy.replace('431.25', '431.60'),
      `2024-06-18,SELL,${AAPL},1.5,210.00,314.65,0.35,USD`,
      `2024-06-19,SELL,${AAPL},1.5,211.00,316.15,0.35,USD`,
    );
    expect(figures(net)).toEqual([
      [323.44, 0.26],
      [236.25, 0.26],
      [237.38, 0.26],
    ]);
  });

  it('are those of a column that the net amounts prove, whatever its heading', () => {
    const header = 'Date,Type,Security,Shares,Quote,Amount,Fees,Taxes,Net Transaction Value';
    const prepared = read(
      header,
      '2024-03-05,Buy,Vodafone Group plc,"1,000",0.72,720.00,9.95,3.60,733.55',
      '2024-06-04,Sell,Vodafone Group plc,400,0.70,280.00,9.95,0.00,270.05',
      '2024-06-05,Sell,Vodafone Group plc,100,0.70,70.00,9.95,,60.05',
    );
    expect(figures(prepared)).toEqual([
      [720, 13.55],
      [280, 9.95],
      [70, 9.95],
    ]);
    expect(chosen(prepared)).toEqual([2, 3, 4]);
    const other = read(header, '2024-03-05,Buy,Vodafone Group plc,"1,000",0.72,720.00,9.95,3.60,729.95');
    expect(chosen(other)).toEqual([]);
    const costs = read(
      'Trade Date,B/S,Instrument ISIN,Quantity,Price,Traded Value,Total Cost,Booked Amount,Currency',
      `2024-03-14,Bought,${AAPL},10,172.50,-1725.00,-1.00,-1726.00,USD`,
      `2024-06-18,Sold,${AAPL},-4,210.00,840.00,-1.00,839.00,USD`,
    );
    expect(figures(costs)).toEqual([
      [1293.75, 0.75],
      [630, 0.75],
    ]);
    expect(chosen(costs)).toEqual([2, 3]);
  });

  it('called Taxes are stamp duty where each is 0.5 % of a purchase, by a price that only the products show', () => {
    const prepared = read(
      'Date,Type,ISIN,Shares,Quote,Amount,Fees,Taxes',
      `2024-03-05,Buy,${VOD},1000,0.72,720.00,9.95,3.60`,
      `2024-06-04,Sell,${VOD},400,0.70,280.00,9.95,0.00`,
    );
    expect(figures(prepared)).toEqual([
      [720, 13.55],
      [280, 9.95],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

describe('an income', () => {
  it('is its net amount beside a gross one of nothing', () => {
    const prepared = read(
      'Transaction Date,Action,ISIN,Quantity,Price,Gross Amount,Commission,Net Amount,Currency',
      `2024-03-14,Buy,${AAPL},10,172.50,-1725.00,-4.95,-1729.95,USD`,
      `2024-05-16,DIV,${AAPL},0,0,0.00,0.00,2.50,USD`,
    );
    expect(figures(prepared)).toEqual([
      [1293.75, 3.71],
      [1.88, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('may be stated in pounds as well, at the rate of its row', () => {
    const header = 'Date,Type,ISIN,Currency,Quantity,Price,Gross amount,Tax,Net amount,FX rate,Net amount (GBP)';
    const trade = `2024-03-14,Buy,${AAPL},USD,10,172.50,1725.00,0.00,1725.00,1.25,1380.00`;
    const prepared = read(header, trade, `2024-05-16,Dividend,${AAPL},USD,10,0.25,2.50,0.38,2.12,1.25,1.70`);
    expect(prepared.rows[1]?.fields).toMatchObject({ consideration: 1.7, taxWithheld: 0.3 });
    expect(chosen(prepared)).toEqual([2, 3]);
    const other = read(header, trade, `2024-05-16,Dividend,${AAPL},USD,10,0.25,2.50,0.38,2.12,1.25,1.90`);
    expect(chosen(other)).toEqual([2]);
  });

  it('without a price is in its currency where the rate of its row makes it the amount in pounds', () => {
    const header =
      'Payment Date,Security,ISIN,Shares,Currency,Gross dividend,Withholding tax,Net dividend,Exchange rate,Net dividend (GBP)';
    const prepared = read(
      header,
      `16/05/2024,Apple Inc,${AAPL},100,USD,25.00,3.75,21.25,1.25,17.00`,
      `15/08/2024,Apple Inc,${AAPL},100,USD,25.00,3.75,21.25,1.28,16.60`,
    );
    expect(prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.consideration])).toEqual([
      ['DIVIDEND', 17],
      ['DIVIDEND', 16.6],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
    const other = read(header, `16/05/2024,Apple Inc,${AAPL},100,USD,25.00,3.75,21.25,1.25,16.00`);
    expect(chosen(other)).toEqual([]);
  });

  it('is a dividend in a list of payments whose headings speak of nothing else', () => {
    const prepared = read(
      'Payment date,Company,Dividend type,Shareholding,Rate (p),Amount (£),Payment method',
      '02/08/2024,Vodafone Group plc,Final,600,3.7500,22.50,BACS',
      '02/02/2025,Vodafone Group plc,Interim,600,1.9000,11.40,BACS',
    );
    expect(prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.consideration])).toEqual([
      ['DIVIDEND', 22.5],
      ['DIVIDEND', 11.4],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
    const perShare = read(
      'Payment Date,Holding,Ex-Dividend Date,Number of shares,Dividend per share (GBP),Dividend amount',
      '02/08/2024,Vodafone Group plc,06/06/2024,600,0.0375,22.50',
      '02/02/2025,Vodafone Group plc,21/11/2024,600,0.019,11.40',
    );
    expect(perShare.rows.map(({ fields }) => fields?.consideration)).toEqual([22.5, 11.4]);
    expect(chosen(perShare)).toEqual([2, 3]);
  });
});

it('a whole price beside a part of a unit that is written with more digits is no swapped figure', () => {
  const header = 'date,type,isin,shares,price,amount,currency';
  const buy = `2024-05-02,BUY,IE00B3RBWM25,0.5000000000,108.000000,-54.00,EUR`;
  expect(chosen(read(header, buy))).toEqual([2]);
  expect(chosen(read(header, `2024-05-02,BUY,IE00B3RBWM25,108.25,4,-433.00,EUR`))).toEqual([]);
});

describe('words of other programs', () => {
  const typesOf = (...types: readonly string[]): readonly unknown[] =>
    read(
      'Date,Action,ISIN,Quantity,Price,Amount',
      ...types.map((type) => `2024-03-05,${type},${VOD},1000,0.72,720.00`),
    ).rows.map(({ fields, reading }) => fields?.transactionType ?? reading.type);

  it('name types without spaces between them', () => {
    expect(typesOf('BuyX', 'SellX', 'ReinvDiv', 'Savings plan', 'Dividend Reinvestment Purchase')).toEqual([
      'BUY',
      'SELL',
      'DIVIDEND_REINVESTED',
      'BUY',
      'DIVIDEND_REINVESTED',
    ]);
    const cash = read(
      'Date,ActivityType,Amount,Currency',
      '2024-03-05,CashDeposit,500.00,GBP',
      '2024-03-06,Fees,-4.50,GBP',
      '2024-03-07,Interest Income,1.25,GBP',
    );
    expect(cash.rows.map(({ fields }) => fields?.transactionType)).toEqual(['DEPOSIT', 'FEE', 'CASH_INTEREST']);
  });

  it('are headings in capitals without spaces', () => {
    const prepared = read(
      'ACTIVITYTYPE,TICKERSYMBOL,TRADEDATE,CURRENCY,QUANTITY,UNITPRICE,GROSSAMOUNT,FXRATE,FEE',
      'BUY,AAPL,2024-03-14,USD,10,172.50,1725.00,1.30,1.30',
      'SELL,AAPL,2024-06-18,USD,4,210.00,840.00,1.25,1.25',
    );
    expect(figures(prepared)).toEqual([
      [1326.92, 1],
      [672, 1],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('are letters of incomes beside those of trades alone', () => {
    const lettersOf = (...letters: readonly string[]): readonly unknown[] =>
      read(
        'Date,Action,ISIN,Quantity,Price,Amount',
        ...letters.map((letter) => `2024-03-05,${letter},${VOD},${'BS'.includes(letter) ? '1000,0.72' : ','},22.50`),
      ).rows.map(({ reading }) => reading.type);
    expect(lettersOf('B', 'S', 'D', 'I')).toEqual(['BUY', 'SELL', 'DIVIDEND', 'INTEREST']);
    // A deposit beside a withdrawal, units in beside units out, income.
    expect(lettersOf('B', 'S', 'D', 'W')).toEqual(['BUY', 'SELL', null, null]);
    expect(lettersOf('B', 'S', 'D', 'I', 'O')).toEqual(['BUY', 'SELL', 'DIVIDEND', null, null]);
    expect(lettersOf('B', 'S', 'I')).toEqual(['BUY', 'SELL', null]);
    expect(typesOf('Buy', 'D')).toEqual(['BUY', null]);
    // With a price it may be a delivery of shares.
    expect(typesOf('B', 'S', 'D')).toEqual(['BUY', 'SELL', null]);
  });

  it('date a trade by the day on which its order was completed', () => {
    for (const heading of ['Ordered,Filled', 'Created,Completed', 'Placed,Executed']) {
      const prepared = read(
        `${heading},Side,ISIN,Quantity,Price,Value`,
        `13/03/2024,14/03/2024,Buy,${VOD},1000,0.72,720.00`,
        `03/06/2024,04/06/2024,Sell,${VOD},400,0.70,280.00`,
      );
      expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2024-03-14', '2024-06-04']);
      expect(chosen(prepared)).toEqual([2, 3]);
    }
  });

  it('are tickers in a column of names, with the currency of the row', () => {
    const header = 'Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount';
    const prepared = read(
      header,
      '3/14/2024,AAPL,Apple CUSIP: 037833100,Buy,10,$172.50,"($1,725.00)"',
      '5/16/2024,AAPL,Cash Div: R/D 2024-05-13,CDIV,,,$2.50',
    );
    expect(prepared.rows[0]?.fields?.isin).toBe(AAPL);
    // A dividend may be paid in another currency than that of the price.
    expect(chosen(prepared)).toEqual([2]);
    const other = read(header, '3/14/2024,AAPL,Apple CUSIP: 037833100,Buy,10,172.50,1725.00');
    expect(other.rows[0]?.status).toBe('question');
  });

  it('name a security beside another word', () => {
    const prepared = read(
      'Date,Type,Amount,Counterpart/Fund,Volume,Price',
      '2024-03-05,Buy,500.00,Scottish Mortgage Investment Trust plc,62.5,8.00',
    );
    expect(prepared.rows[0]?.fields).toMatchObject({ isin: 'GB00BLDYK618', consideration: 500 });
  });

  it('are those of a column with cells, not of an empty one of the same meaning', () => {
    const prepared = read(
      'Date;Type;Value;Transaction Currency;Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;Note',
      `2019-01-25T00:00;Buy;4.989,80;EUR;;;10,00;0,00;36;${AAPL};`,
      `2019-01-28T00:00;Buy;4.404,97;EUR;;;10,00;0,00;3;US5949181045;`,
    );
    expect(prepared.rows.map(({ status }) => status)).toEqual(['question', 'question']);
    expect(prepared.rows[0]?.questions.map(({ kind }) => kind)).toEqual(['amountReading']);
  });
});

describe('columns beside a trade', () => {
  it('with the price for one unit say that a plain price is another figure', () => {
    for (const header of [
      'Date,ISIN,Action,Shares,Price,PricePerShare',
      'DATE,ISIN,ACTION,SHARES,PRICE,PRICEPERSHARE',
    ]) {
      const prepared = read(
        header,
        '2024-11-18,IE00B3RBWM25,buy,0.25,26.30,105.20',
        '2024-12-18,IE00B3RBWM25,buy,0.5,53.00,106.00',
      );
      expect(figures(prepared)).toEqual([
        [26.3, 0],
        [53, 0],
      ]);
    }
  });

  it('hold it by any word for what has not taken place, and by a part that is owned', () => {
    for (const heading of ['Planned', 'Forecast', 'Draft?', 'Is scheduled', 'Provisional']) {
      const prepared = read(
        `Date,Type,ISIN,Quantity,Price,Amount,${heading}`,
        `2024-03-05,Buy,${VOD},1000,0.72,720.00,No`,
        `2024-06-14,Sell,${VOD},400,0.70,280.00,Yes`,
      );
      expect(chosen(prepared)).toEqual([2]);
    }
    for (const heading of ['Share', 'Ownership', 'Share %', 'Portion owned']) {
      const prepared = read(
        `Date,Type,ISIN,Quantity,Price,Amount,${heading}`,
        `2024-03-05,Buy,${VOD},1000,0.72,720.00,100%`,
        `2024-06-14,Sell,${VOD},400,0.70,280.00,50%`,
      );
      expect(chosen(prepared)).toEqual([2]);
    }
  });

  it('called FX hold rates where these make the amounts', () => {
    const header = 'Date,Type,ISIN,Quantity,Price,Price currency,Settlement amount,Settlement currency,FX';
    const prepared = read(
      header,
      '2024-03-14,Buy,IE00B3RBWM25,10,125.00,USD,1000.00,GBP,1.25',
      '2024-06-18,Sell,IE00B3RBWM25,4,128.00,USD,400.00,GBP,1.28',
    );
    expect(figures(prepared)).toEqual([
      [1000, 0],
      [400, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

it('a list of payments is none of dividends because a column says what is done with them', () => {
  const prepared = read(
    'Payment date,Security,ISIN,Amount,Dividend option',
    `02/08/2024,Vodafone Group plc,${VOD},22.50,Cash`,
    `14/08/2024,Vodafone Group plc,${VOD},720.00,Cash`,
  );
  expect(prepared.rows.map(({ reading }) => reading.type)).toEqual([null, null]);
});

it('a list of payments may state only totals', () => {
  const prepared = read(
    'Ticker,Company,Ex-Date,Pay-Date,Shares,Dividend/Share,Total,Currency,Tax Rate,Net',
    'VOD,Vodafone Group plc,2024-06-06,2024-08-02,600,0.0375,22.50,GBP,0%,22.50',
  );
  expect(prepared.rows[0]?.fields).toMatchObject({
    transactionType: 'DIVIDEND',
    transactionDate: '2024-08-02',
    consideration: 22.5,
  });
  expect(chosen(prepared)).toEqual([2]);
});
