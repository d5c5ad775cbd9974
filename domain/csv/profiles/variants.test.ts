/** Forms of brokers' files without a sample: documented headers with made-up rows. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import { wrapperInWords } from '../cells/wrapper-words.ts';
import { prepareImport, type PreparedImport } from '../import/prepare-import.ts';
import type { ImportOptions } from '../import/row-checker.ts';
import { readTable } from '../source/read-table.ts';
import { unlistedAsset } from '../stored/directory.ts';

const assets = [
  { ...unlistedAsset('vod', 'GB00BH4HKS39', 'Vodafone Group plc'), sedol: 'BH4HKS3', fetchCode: 'VOD:LSE' },
  { ...unlistedAsset('aapl', 'US0378331005', 'Apple Inc'), fetchCode: 'AAPL', denomination: 'USD' as const },
  { ...unlistedAsset('vwrl', 'IE00B3RBWM25', 'Vanguard FTSE All-World UCITS ETF Distributing'), fetchCode: 'VWRL:LSE' },
];

function read(lines: readonly string[], options: Partial<ImportOptions> = {}): PreparedImport {
  const table = readTable(new TextEncoder().encode(lines.join('\n')), {
    parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  });
  if ('ok' in table) throw new Error(table.message);
  const store = {
    accounts: [{ id: 'a', name: 'Main' }],
    brokers: [{ id: 'other', name: 'Other' }],
    assets,
    transactions: [],
  };
  const prepared = prepareImport(table, store, {
    today: '2026-11-21' as IsoDate,
    rate: () => '0.75',
    ...options,
    answers: { 'wrapper:main': 'DEALING', ...options.answers },
  });
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}
const fields = (prepared: PreparedImport): readonly unknown[] =>
  prepared.rows.map((row) => row.fields ?? row.errors.map((error) => error.message));

describe('other kinds of instruments', () => {
  it('are left out of the files of Interactive Brokers with the reason', () => {
    const flex = read([
      '"TradeDate","ISIN","Symbol","Quantity","TradePrice","Buy/Sell","CurrencyPrimary","IBCommission","IBCommissionCurrency","Taxes","AssetClass","LevelOfDetail"',
      '"20250505","GB00BH4HKS39","VOD","20000","0.7254","BUY","GBP","-6","GBP","-72.54","STK","EXECUTION"',
      '"20250508","","AAPL 250620C00200000","1","5","BUY","USD","-1","USD","0","OPT","EXECUTION"',
    ]);
    expect(flex.rows.map(({ rowNumber }) => rowNumber)).toEqual([2]);
    expect(flex.content.skipped.map(({ reason }) => reason)).toEqual([
      'Asset class OPT: only shares, funds and bonds are read.',
    ]);
    const activity = read([
      'Statement,Header,Field Name,Field Value',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Base Currency,GBP',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Stocks,GBP,VOD,"2025-04-05, 09:06:18","20,000",0.7254,0.7260,-14508,-84.54,14592.54,0,0.6,O',
      'Trades,Data,Order,CFDs,GBP,VOD,"2025-04-06, 09:06:18","1,000",0.7254,0.7260,-725.4,-1,726.4,0,0.6,O',
      'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Underlying,Listing Exch,Multiplier,Type,Code',
      'Financial Instrument Information,Data,Stocks,VOD,VODAFONE GROUP PLC,1,GB00BH4HKS39,VOD,LSE,1,COMMON,',
    ]);
    expect(activity.rows.map(({ rowNumber }) => rowNumber)).toEqual([5]);
  });
});

describe('XTB', () => {
  it('holds a purchase whose comment says that a short position was opened', () => {
    const prepared = read([
      'ID;Type;Time;Symbol;Comment;Amount',
      '2;Stocks/ETF purchase;12.05.2025 13:01:45;VWRL.UK;OPEN BUY 10 @ 84.1250;-841.25',
      '4;Stocks/ETF purchase;13.05.2025 13:01:45;VWRL.UK;OPEN SELL 10 @ 84.1250;-841.25',
    ]);
    expect(prepared.rows.map(({ notes }) => notes.length)).toEqual([0, 1]);
  });
});

describe('Fidelity', () => {
  it('holds a purchase whose amount is neither its cash nor its cash with the charges', () => {
    const head =
      'Order date,Completion date,Transaction type,Investments,Product Wrapper,Account Number,Source investment,Amount,Quantity,Price per unit,Reference Number,Status,';
    const trade = (fee: string): readonly string[] => [
      head,
      '06 May 2025,08 May 2025,Buy,"VODAFONE GROUP PLC, ORD USD0.20 (VOD)",Investment Account,AG1,,14590.04,20000,0.73,1,Completed,',
      '06 May 2025,08 May 2025,Cash Out For Buy,Cash,Investment Account,AG1,"VODAFONE GROUP PLC, ORD USD0.20 (VOD)",-14508.00,14508,1,2,Completed,',
      `06 May 2025,06 May 2025,Dealing Fee,Cash,Investment Account,AG1,,-${fee},${fee},1,3,Completed,`,
    ];
    expect(read(trade('82.04')).rows[0]?.notes).toEqual([]);
    expect(read(trade('75.00')).rows[0]?.notes).toEqual([
      'The amount is 14590.04, but its cash is 14508 and its charges are 75. Check them.',
    ]);
  });

  it('holds a trade whose order is not completed and leaves out one that was rejected', () => {
    const prepared = read([
      'Order date,Completion date,Transaction type,Investments,Product Wrapper,Account Number,Source investment,Amount,Quantity,Price per unit,Reference Number,Status,',
      '15 May 2025,Pending,Sell,"VODAFONE GROUP PLC, ORD USD0.20 (VOD)",Investment Account,AG1,,-74.00,100,0.74,1,Pending,',
      '16 May 2025,19 May 2025,Sell,"VODAFONE GROUP PLC, ORD USD0.20 (VOD)",Investment Account,AG1,,-74.00,100,0.74,2,Rejected,',
    ]);
    expect(prepared.rows.map(({ rowNumber, notes }) => [rowNumber, notes])).toEqual([
      [2, ["The order's status is 'Pending'. Check that the trade took place as stated."]],
    ]);
  });
});

describe("a broker's file saved by a spreadsheet with decimal commas", () => {
  it('is read with its figures as the broker writes them', () => {
    const halifax = read([
      'Date;Type;Company Code;Listed On Market;Quantity;Executed Price (p);Net Consideration (£);Reference',
      '28 Jan 2025;BUY;VOD;LSE;20.000;72,54;14.591,04;R1',
      '29 Jan 2025;SELL;VOD;LSE;5.000;74,00;3.690,50;R2',
    ]);
    expect(fields(halifax)).toMatchObject([
      { quantity: 20000, consideration: 14508, brokerCharge: 83.04 },
      { quantity: 5000, consideration: 3700, brokerCharge: 9.5 },
    ]);
    const lansdown = read([
      'Trade date;Settle date;Reference;Description;Unit cost (p);Quantity;Value (£);',
      '06/05/2025;08/05/2025;B512340002;Vodafone Group plc 20.000 @  72,54;72,540;20.000;-14.594,49;',
    ]);
    expect(fields(lansdown)).toMatchObject([{ quantity: 20000, consideration: 14508, brokerCharge: 86.49 }]);
  });
});

describe('figures that a profile does not expect', () => {
  it('in another currency than the row is read in hold it', () => {
    const prepared = read([
      'Investment,Date,Order Status,Account,Buy/Sell,Quantity,Cost/Proceeds,Country',
      'Vodafone Group plc,12/05/2025,Completed,Investment ISA,Buy,1500,"£1,088.65",GB',
      'Vodafone Group plc,15/05/2025,Completed,Investment ISA,Buy,1500,"1,088.65 USD",US',
    ]);
    expect(prepared.rows.map(({ notes }) => notes)).toEqual([
      [],
      ['Cost/Proceeds is in USD, but the amounts were read as GBP. Check their currency.'],
    ]);
  });

  it('that are no numbers hold the row instead of leaving the figure out', () => {
    const prepared = read([
      'Date,Type,Company Code,Listed On Market,Quantity,Executed Price (p),Net Consideration (£),Reference',
      '28 Jan 2025,BUY,VOD,LSE,1000,7x.54,730.40,R1',
    ]);
    expect(prepared.rows[0]?.notes).toContain("Executed Price (p) '7x.54' is not a number. Check it.");
  });
});

describe('interactive investor', () => {
  it('reads a cancellation, which is on the other side of the ledger, as the reversal of its trade', () => {
    const prepared = read([
      'Date,Settlement Date,Symbol,Sedol,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
      '23/05/2025,25/05/2025,VOD,BH4HKS3,"1,000",£0.7254,"CANCELLATION 1000 VODAFONE GROUP",3,n/a,"£733.02","£1,000.00"',
      '21/05/2025,23/05/2025,VOD,BH4HKS3,"1,000",£0.7254,"1000 VODAFONE GROUP .73 S Date 23/05/25",1,"£733.02",n/a,"£266.98"',
    ]);
    expect(prepared.rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('takes no move to another wrapper for a trade, although money stands beside it', () => {
    const row = (description: string): string =>
      `21/05/2025,23/05/2025,VOD,BH4HKS3,"1,000",£0.7254,${description},1,n/a,"£725.40","£1,000.00"`;
    const header =
      'Date,Settlement Date,Symbol,Sedol,Quantity,Price,Description,Reference,Debit,Credit,Running Balance';
    expect(read([header, row('VODAFONE GROUP CONVERSION TO SIPP')]).rows[0]?.errors[0]?.message).toBe(
      "'VODAFONE GROUP CONVERSION TO SIPP' moves units to another account or wrapper. Choose a type for this row or leave it out.",
    );
    expect(read([header, row('1000 VODAFONE GROUP')]).rows[0]?.fields?.transactionType).toBe('SELL');
  });

  it('holds a trade whose price is in another currency than the amount, which may include charges', () => {
    const prepared = read([
      'Settlement Date,Date,Symbol,Sedol,ISIN,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
      '23/05/2025,21/05/2025,AAPL,2046251,US0378331005,10,$198.40,"10 APPLE INC 198.40",1,"£1,520.00",n/a,"£480.00"',
    ]);
    expect(prepared.rows[0]?.notes).toEqual([
      'The price is in USD, so the amount may include charges and a currency fee that the file does not state. Enter them from the contract note.',
    ]);
  });
});

describe('Trading 212', () => {
  it("reads the currency fee of an account in euros, and compares a dividend without a rate at the day's", () => {
    const prepared = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (EUR),Total (EUR),Withholding tax,Currency (Withholding tax),ID,Currency conversion fee (EUR)',
      'Market buy,2021-01-08 14:30:02,US0378331005,AAPL,Apple,10,132.00,USD,1.22,,1083.59,,,EOF1,1.62',
    ]);
    expect(fields(prepared)).toMatchObject([{ consideration: 811.48, fxCharge: 1.22 }]);
    const income = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)',
      'Dividend (Dividend),2024-03-14 13:00:41,US0378331005,AAPL,Apple,10,0.2125,USD,Not available,1.59,GBP',
      'Dividend (Dividend),2024-06-14 13:00:41,US0378331005,AAPL,Apple,10,0.2125,USD,Not available,15.90,GBP',
    ]);
    expect(income.rows.map(({ notes }) => notes.length)).toEqual([0, 1]);
  });

  it('reads times in UTC also as a spreadsheet writes them', () => {
    const days = ['05/04/2021 22:59', '05/04/2021 23:00', '05/11/2021 23:30', '16/05/2021 9:05'];
    const prepared = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total',
      ...days.map((time) => `Market buy,${time},GB00BH4HKS39,VOD,Vodafone,100,130.00,GBX,100,130.00`),
    ]);
    expect(fields(prepared)).toMatchObject(
      ['2021-04-05', '2021-04-06', '2021-11-05', '2021-05-16'].map((transactionDate) => ({ transactionDate })),
    );
  });

  it('reads the files of 2020 to 2022, with the currency in the headings', () => {
    const prepared = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),Withholding tax,Currency (Withholding tax),Charge amount (GBP),Stamp duty reserve tax (GBP),Notes,ID,Currency conversion fee (GBP)',
      'Market buy,2021-04-05 23:30:00,GB00BH4HKS39,VOD,Vodafone,100,130.00,GBX,100,,130.65,,,,0.65,,EOF1,',
      'Deposit,2021-04-01 09:00:00,,,,,,,,,500.00,,,500.00,,,,',
    ]);
    expect(prepared.content.profileName).toBe('Trading 212');
    expect(fields(prepared)).toMatchObject([
      {
        transactionDate: '2021-04-06',
        transactionType: 'BUY',
        quantity: 100,
        consideration: 130,
        stampDuty: 0.65,
        localPrice: 1.3,
        brokerDealReference: 'EOF1',
      },
      { transactionDate: '2021-04-01', transactionType: 'DEPOSIT', cashAmount: 500, cashCurrency: 'GBP' },
    ]);
  });

  it('shows corrections and given shares for the user to decide', () => {
    const prepared = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Total,Currency (Total),ID',
      'Dividend adjustment,2024-05-01 10:00:00,US0378331005,AAPL,Apple,,0.12,GBP,A1',
      'Dividend adjustment,2024-05-02 10:00:00,US0378331005,AAPL,Apple,,-0.12,GBP,A2',
      'Stock distribution,2024-05-03 10:00:00,US0378331005,AAPL,Apple,1,0,GBP,A3',
      'Mystery,2024-05-04 10:00:00,US0378331005,AAPL,Apple,1,5,GBP,A4',
    ]);
    expect(prepared.rows.map((row) => [row.status, row.reading.source.note !== null])).toEqual([
      ['cancelled', true],
      ['cancelled', false],
      ['valid', true],
      ['error', false],
    ]);
    expect(prepared.rows[3]?.errors[0]?.message).toBe(
      "Unrecognised Trading 212 action 'Mystery'. Choose a type for this row or leave it out.",
    );
  });

  it('adds the charges of every column, a foreign one at the rate of the row, and refuses to guess at a third currency', () => {
    const header =
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Stamp duty reserve tax,Currency (Stamp duty reserve tax),French transaction tax,Currency (French transaction tax),Transaction fee,Currency (Transaction fee),Finra fee,Currency (Finra fee)';
    const prepared = read([
      header,
      'Market buy,2025-05-01 10:00:00,US0378331005,AAPL,Apple,10,100,EUR,1.25,802.40,GBP,,,3.00,EUR,,,,',
      'Market sell,2025-05-02 10:00:00,US0378331005,AAPL,Apple,10,100,USD,1.25,799.20,GBP,,,,,0.55,GBP,0.25,GBP',
      'Market sell,2025-05-03 10:00:00,US0378331005,AAPL,Apple,10,100,USD,1.25,799.20,GBP,,,,,0.80,EUR,,',
    ]);
    expect(fields(prepared)).toMatchObject([
      { consideration: 800, stampDuty: 2.4, brokerCharge: 0 },
      { consideration: 800, stampDuty: 0, brokerCharge: 0.8 },
      ['Amounts on this line are in more than one currency (GBP and EUR): expected one.'],
    ]);
  });

  it('converts the tax of a dividend at the rate that its price and total show, whichever way it is stated', () => {
    const dividend = (rate: string, total: string): string =>
      `Dividend (Dividend),2025-06-24 12:24:18,US0378331005,AAPL,Apple,20,0.4335,USD,${rate},${total},GBP,1.53,USD`;
    const prepared = read([
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax)',
      dividend('0.7540', '6.54'),
      dividend('1.3263', '6.54'),
      // Nothing shows the rate: the day's is used.
      dividend('Not available', '6.54'),
      dividend('0.9990', '8.66'),
    ]);
    expect(prepared.rows.map(({ fields: read }) => [read?.grossIncome, read?.taxWithheld])).toEqual([
      [7.69, 1.15],
      [7.69, 1.15],
      [7.69, 1.15],
      [9.81, 1.15],
    ]);
  });

  it('refuses a CFD statement', () => {
    expect(() =>
      read([
        'Action,Time,ISIN,Ticker,RecordType,No. of shares,Total',
        'Market buy,2024-01-02,GB00BH4HKS39,VOD,CFD,1,1',
      ]),
    ).toThrow('This is a Trading 212 CFD statement, not a transaction history.');
  });
});

it('reads Freetrade since 2025, with its splits', () => {
  const prepared = read([
    'Title,Type,Timestamp,Account Currency,Total Amount in Account Currency,Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,Stamp Duty,Quantity,Order ID,Instrument Currency,Price per Share,FX Fee Amount,Stock Split Rate of Share Outturn From,Stock Split Rate of Share Outturn To,Stock Split New Share Quantity',
    'Vodafone,ORDER,2025-05-20T10:01:02.811Z,GBP,100.50,BUY,VOD,GB00BH4HKS39,1.00,0.50,100,F1,GBP,1.00,0.00,,,',
    'Apple,STOCK_SPLIT,2025-06-20T10:01:02.811Z,GBP,,,AAPL,US0378331005,,,40,,USD,,,1,4,40',
    'Free,FREESHARE_ORDER,2025-07-20T10:01:02.811Z,GBP,0.00,BUY,VOD,GB00BH4HKS39,0.90,0.00,1,F2,GBP,0.90,0.00,,,',
  ]);
  expect(prepared.content.profileName).toBe('Freetrade');
  expect(fields(prepared)).toMatchObject([
    { consideration: 100, stampDuty: 0.5 },
    { transactionType: 'SPLIT', ratioNew: 4, ratioOld: 1 },
    { transactionType: 'BUY', consideration: 0 },
  ]);
  expect(prepared.rows.map((row) => row.reading.source.note !== null)).toEqual([false, false, true]);
});

it("reads AJ Bell's cash statement: dividends, and no trade twice", () => {
  const prepared = read([
    '"Date","Description","Receipt (GBP)","Payment (GBP)","Balance (GBP)"',
    '01/05/2025,* BALANCE B/F *,0,0,100.00',
    '02/05/2025,DIVIDEND   Vodafone Group plc,12.34,0,112.34',
    '03/05/2025,Purchase 10 Vodafone Group plc,,10.00,102.34',
    '04/05/2025,Gross interest to 30/04/25,0.50,-,102.84',
    '05/05/2025,Something new,1.00,,103.84',
  ]);
  expect(prepared.content.profileName).toBe('AJ Bell');
  expect(fields(prepared)).toMatchObject([
    { transactionType: 'DIVIDEND', consideration: 12.34, isin: 'GB00BH4HKS39' },
    { transactionType: 'CASH_INTEREST', cashAmount: 0.5 },
    [expect.stringContaining("'Something new' is neither")],
  ]);
  expect(prepared.content.summary.skippedRows).toBe(2);
  expect(prepared.content.skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'It contains nothing to import.'],
    [4, "A trade: import AJ Bell's transaction history as well, which has its price and charges."],
  ]);
});

it('reads interactive investor with the settlement date first and an ISIN', () => {
  const prepared = read([
    'Settlement Date,Date,Symbol,Sedol,ISIN,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
    '22/05/2025,20/05/2025,VOD,BH4HKS3,GB00BH4HKS39,1000,£0.7000,Vodafone,R1,£703.99,n/a,£10.00',
  ]);
  expect(fields(prepared)).toMatchObject([
    { transactionDate: '2025-05-20', transactionType: 'BUY', consideration: 700, brokerCharge: 3.99 },
  ]);
});

it('reads a blank marker in the ISIN column of interactive investor as no ISIN', () => {
  const prepared = read([
    'Settlement Date,Date,Symbol,Sedol,ISIN,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
    '09/05/2025,07/05/2025,VOD,BH4HKS3,GB00BH4HKS39,"1,000",£0.7254,1000 VODAFONE GROUP .73 S Date 09/05/25,4,£733.02,n/a,"£4,431.75"',
    '10/05/2025,10/05/2025,n/a,n/a,n/a,n/a,n/a,GROSS INTEREST,5,n/a,£1.32,"£4,433.07"',
    '11/05/2025,11/05/2025,n/a,n/a,-,n/a,n/a,TOTAL MONTHLY FEE,6,£4.99,n/a,"£4,428.08"',
  ]);
  expect(fields(prepared)).toMatchObject([
    { transactionType: 'BUY', isin: 'GB00BH4HKS39' },
    { transactionType: 'CASH_INTEREST', cashAmount: 1.32 },
    { transactionType: 'FEE', cashAmount: 4.99 },
  ]);
});

it('reads a file of an interactive investor account in dollars as dollars', () => {
  const prepared = read([
    'Date,Settlement Date,Symbol,Sedol,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
    '20/05/2025,22/05/2025,VOD,BH4HKS3,10,$190.00,Vodafone,R1,"$1,910.00",n/a,$10.00',
    '21/05/2025,22/05/2025,VOD,BH4HKS3,10,$190.00,Vodafone,R2,n/a,"£1,490.00",£10.00',
    '21/05/2025,22/05/2025,VOD,BH4HKS3,n/a,n/a,Div Vodafone,R3,n/a,$14.00,$10.00',
  ]);
  expect(fields(prepared)).toMatchObject([
    { consideration: 1425, brokerCharge: 7.5, localPrice: 142.5 },
    { transactionType: 'SELL', consideration: 1490, brokerCharge: 0 },
    { transactionType: 'DIVIDEND', consideration: 10.5 },
  ]);
  expect(prepared.content.notices).toContain('Amounts in USD were converted to pounds at the rate of each date.');
});

it('reads an employee plan in dollars as dollars', () => {
  const prepared = read([
    'Order reference,Date,Order type,Quantity,Status,Execution price,Instrument,Product type,Strike price / cost basis,Taxes withheld,Fees,Net proceeds',
    'EQ1,15 Jun 2025,Sell at market price,100,Executed,$5.00,Apple Inc,shares,,$0.00,$20.00,$480.00',
    'EQ2,15 May 2025,Dividend,100,Executed,$0.08,Apple Inc,shares,-,,,$8.00',
  ]);
  expect(fields(prepared)).toMatchObject([
    { consideration: 375, brokerCharge: 15, localPrice: 3.75 },
    { transactionType: 'DIVIDEND', consideration: 6 },
  ]);
});

it('takes the wrapper of a Barclays order from its account name, and asks once for accounts whose name does not tell it', () => {
  const lines = [
    'Investment,Date,Order Status,Account,Buy/Sell,Quantity,Cost/Proceeds',
    ...['Stocks & Shares ISA Account', 'SIPP 2', 'Investment Account', 'Savings for Mary', 'Junior ISA for Mary'].map(
      (account) => `Vodafone Group plc,08/04/2025,Completed,${account},Buy,100,72.54`,
    ),
  ];
  expect(read(lines, { answers: { 'wrapper:main': '' } }).rows.map((row) => row.fields?.taxWrapper)).toEqual([
    'ISA',
    'SIPP',
    'DEALING',
    undefined,
    'JISA',
  ]);
  expect(read(lines, { answers: { 'wrapper:main': '' } }).content.questions).toMatchObject([
    { key: 'wrapper:main', answer: null, rowNumbers: [5] },
  ]);
  expect(read(lines, { defaults: { taxWrapper: 'SPECULATIVE' } }).rows[3]?.fields?.taxWrapper).toBe('SPECULATIVE');
});

it('gives each purchase of a gilt on one day its own accrued interest', () => {
  const trade = (units: number, price: string): string =>
    `Transaction History,Data,2025-04-08,U1,UKT,Buy,VOD,${units},98.5,${price},-3,0`;
  const accrued = (amount: string): string =>
    `Transaction History,Data,2025-04-08,U1,Purchase Accrued Interest VOD,Investment Interest Paid,VOD,-,-,${amount},-,${amount}`;
  const prepared = read([
    'Summary,Data,Base Currency,GBP',
    'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount ,Commission,Net Amount',
    trade(1000, '-985'),
    accrued('-5.00'),
    trade(2000, '-1970'),
    accrued('-10.00'),
  ]);
  expect(fields(prepared)).toMatchObject([
    { quantity: 1000, accruedInterest: 5 },
    { quantity: 2000, accruedInterest: 10 },
  ]);
});

describe('Vanguard', () => {
  it('reads a single cash table', () => {
    const prepared = read([
      'Date,Details,Amount,Balance',
      '07/04/2025,Regular Deposit,5000,5000',
      '08/04/2025,Bought 30 FTSE All-World UCITS ETF Distributing (VWRL),-3042.60,1957.40',
    ]);
    expect(fields(prepared)).toMatchObject([
      { transactionType: 'DEPOSIT', cashAmount: 5000 },
      {
        transactionDate: '2025-04-08',
        transactionType: 'BUY',
        quantity: 30,
        consideration: 3042.6,
        isin: 'IE00B3RBWM25',
      },
    ]);
  });

  it.each([
    ['ISA', 'ISA'],
    ['Junior ISA', 'JISA'],
  ])(
    'takes the side of older investment tables from the sign, and the wrapper from the title (%s)',
    (name, wrapper) => {
      const prepared = read([
        `Test Investor's ${name},,,,`,
        'Cash Transactions,,,,',
        'Date,Details,Amount,Balance,',
        '08/04/2021,Sold 5 FTSE All-World UCITS ETF Distributing (VWRL),400,400,',
        'Investment Transactions,,,,',
        'Date,InvestmentName,Quantity,Price,Cost',
        '07/04/2021,FTSE All-World UCITS ETF Distributing (VWRL),-5,80,-400',
      ]);
      expect(fields(prepared)).toMatchObject([
        {
          transactionDate: '2021-04-07',
          transactionType: 'SELL',
          quantity: 5,
          consideration: 400,
          taxWrapper: wrapper,
        },
      ]);
    },
  );
});

it('takes the wrapper of joined files from the lines above each header, where they name several', () => {
  const header = 'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference';
  const row = '14/05/2025,Purchase,Vanguard FTSE All-World UCITS ETF Distributing,25,104.872,-2626.80,AB1';
  const wrappers = (...lines: readonly string[]): readonly unknown[] =>
    read(lines).rows.flatMap(({ fields: found }) => found?.taxWrapper ?? []);
  expect(wrappers('Stocks & Shares ISA', header, row, 'SIPP', header, row)).toEqual(['ISA', 'SIPP']);
  expect(wrappers('Dealing account', header, row, row, header, row)).toEqual(['DEALING', 'DEALING', 'DEALING']);
});

it('takes the wrapper of joined Vanguard files from the title of each', () => {
  const part = ['Cash Transactions,,,', 'Date,Details,Amount,Balance', '07/04/2025,Regular Deposit,100,100'];
  const joined = ["Test Investor's General account,,,", ...part, "Test Investor's ISA,,,", ...part];
  expect(fields(read(joined))).toMatchObject([{ taxWrapper: 'DEALING' }, { taxWrapper: 'ISA' }]);
});

it('takes the wrapper of an InvestEngine file from its name', () => {
  const lines = [
    'Trading Statement,',
    'Security / ISIN,Transaction Type,Quantity,Share Price,Total Trade Value,Trade Date/Time,Settlement Date,Broker',
    'Vanguard / ISIN IE00B3RBWM25,Buy,2,£100.00,£200.00,23/04/25 10:00:00,25/04/25,Winterflood',
  ];
  expect(fields(read(lines, { fileName: 'ISA_trading_statement.csv' }))).toMatchObject([
    { taxWrapper: 'ISA', consideration: 200 },
  ]);
  expect(fields(read(lines, { fileName: 'GIA_trading_statement.csv' }))).toMatchObject([{ taxWrapper: 'DEALING' }]);
  expect(fields(read(lines, { fileName: 'JISA_trading_statement.csv' }))).toMatchObject([{ taxWrapper: 'JISA' }]);
  const named = lines.with(0, 'Transaction Statement: 06 Apr 2025 - 05 Apr 2026 (Portfolio: My ISA / Reference: IP1)');
  expect(fields(read(named))).toMatchObject([{ taxWrapper: 'ISA' }]);
  expect(fields(read(named, { fileName: 'GIA_statement.csv' }))).toMatchObject([{ taxWrapper: 'DEALING' }]);
});

it.each([
  ['Junior ISA', 'JISA'],
  ['Junior Stocks & Shares ISA - Mary', 'JISA'],
  ['ISA (Junior)', 'JISA'],
  ['JISA 123', 'JISA'],
  ['Junior SIPP', 'SIPP'],
  ['Stocks & Shares ISA', 'ISA'],
  ['Junior savings', null],
  ['Isa Smith', null],
  ['MRS ISA SMITH', null],
  ['Lisa Smith ISA', 'ISA'],
  ['Isa Smith SIPP', 'SIPP'],
  ['ISA Jane', 'ISA'],
  ['Jane ISA', 'ISA'],
  ['Stocks & Shares Isa Account 2', 'ISA'],
])('knows the wrapper of an account that a broker calls %s', (name, wrapper) => {
  expect(wrapperInWords(name)).toBe(wrapper);
});

it('reads an Interactive Brokers Flex Query at one level of detail', () => {
  const header =
    'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Description,ISIN,TradeID,TradeDate,Quantity,TradePrice,TradeMoney,Taxes,IBCommission,IBCommissionCurrency,Buy/Sell,LevelOfDetail';
  const prepared = read([
    'BOF,U1,Query,1',
    header,
    'U1,GBP,STK,VOD,VODAFONE,GB00BH4HKS39,T1,20250408,1000,0.70,700,-3.50,-3,GBP,BUY,ORDER',
    'U1,GBP,STK,VOD,VODAFONE,GB00BH4HKS39,T1,20250408,1000,0.70,700,-3.50,-3,GBP,BUY,EXECUTION',
    header,
    'U1,USD,CASH,GBP.USD,,,T2,20250408,-10,1.3,13,0,-1,GBP,SELL,EXECUTION',
    'EOF,U1',
  ]);
  expect(fields(prepared)).toMatchObject([
    { transactionDate: '2025-04-08', quantity: 1000, consideration: 700, stampDuty: 3.5, brokerCharge: 3 },
    { transactionType: 'CASH_TRANSFER_OUT', cashAmount: 10, cashCurrency: 'GBP', transferId: 'pair:line 6' },
    { transactionType: 'CASH_TRANSFER_IN', cashAmount: 13, cashCurrency: 'USD', transferId: 'pair:line 6' },
    { transactionType: 'FEE', cashAmount: 1, cashCurrency: 'GBP' },
  ]);
});

it('finds the trades of an Interactive Brokers statement below many other tables', () => {
  const prepared = read([
    ...Array.from({ length: 60 }, (_, index) => `Net Asset Value,Data,Row ${index},1,2,3`),
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
    'Trades,Data,Order,Stocks,GBP,VOD,"2025-04-08, 09:06:18","1,000",0.70,0.71,-700,-3,703,0,0,O',
  ]);
  expect(fields(prepared)).toMatchObject([
    { isin: 'GB00BH4HKS39', quantity: 1000, consideration: 700, brokerCharge: 3 },
  ]);
});

it('shows the splits and transfers of an Interactive Brokers statement, which change a holding as trades do', () => {
  const prepared = read([
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
    'Trades,Data,Order,Stocks,GBP,VOD,"2025-04-08, 09:06:18","1,000",0.70,0.71,-700,-3,703,0,0,O',
    'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
    'Corporate Actions,Data,Stocks,USD,2025-06-10,"2025-06-09, 20:25:00",AAPL(US0378331005) Split 4 for 1,30,0,0,0,',
    'Corporate Actions,Data,Total,,,,,,0,0,0,',
    'Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code',
    'Transfers,Data,Stocks,GBP,VOD,2025-05-01,ACATS,In,--,1,500,--,350,0,0,',
    'Transfers,Data,Cash,GBP,--,2025-05-01,Internal,In,--,1,--,--,--,0,100,',
  ]);
  expect(fields(prepared)).toMatchObject([
    { quantity: 1000 },
    { transactionType: 'SPLIT', isin: 'US0378331005', quantity: 30, ratioNew: 4, ratioOld: 1, consideration: 0 },
    ['Consideration is required: expected an amount in pounds.'],
    { transactionType: 'CASH_TRANSFER_IN', cashAmount: 100, cashCurrency: 'GBP' },
  ]);
  expect(prepared.rows[2]?.reading.type).toBe('TRANSFER_IN');
  expect(prepared.rows[2]?.notes).toEqual(['A transfer in of 500 VOD: state its cost as consideration.']);
});

it('asks for the order of day and month where the broker writes no such days, or any', () => {
  const flex = read([
    '"TradeDate","ISIN","Quantity","TradePrice","Buy/Sell","CurrencyPrimary"',
    '"05/06/2025","GB00BH4HKS39","1000","0.7254","BUY","GBP"',
  ]);
  expect(flex.content.datesAmbiguous).toBe(true);
  const savedAgain = read([
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)',
    'Market buy,05/06/2025 10:00,GB00BH4HKS39,VOD,Vodafone Group plc,1000,0.7254,GBP,1,725.40,GBP',
  ]);
  expect(savedAgain.content.datesAmbiguous).toBe(true);
});

it.each([
  [
    'EquatePlus',
    'Order reference,Date,Order type,Quantity,Status,Execution price,Instrument,Product type,Strike price / cost basis,Taxes withheld,Fees,Net proceeds,Net units,Foreign exchange currency,Foreign exchange rate,Net proceeds after foreign exchange',
    'E1,5/6/2025,Sell at market price,"1,200",Executed,£5.25,Vodafone Group plc,shares,,£0.00,£15.00,"£6,285.00",,,,',
  ],
  [
    'Morgan Stanley',
    'Execution Date,Order Number,Plan,Type,Order Status,Price,Quantity,Net Amount,Net Share Proceeds,Tax Payment Method',
    '5/6/2025,WRC1,GSU Class C,Sale,Complete,"$1,110.00",-2.00,"$2,219.95",0,N/A',
  ],
])('%s writes months by name, so that days of a spreadsheet are asked about', (_broker, ...lines) => {
  expect(read(lines).content.datesAmbiguous).toBe(true);
});

describe("DEGIRO's account statement in another language", () => {
  const order = '00000000-0000-4000-8000-000000000001';
  const statement = (header: string, words: Readonly<Record<string, string>>): readonly string[] => [
    header,
    `22-05-2025,09:12,22-05-2025,APPLE INC,US0378331005,"${words['buy'] ?? ''}",,USD,"-2013,60",USD,"0,00",${order}`,
    `22-05-2025,09:12,22-05-2025,APPLE INC,US0378331005,${words['credit'] ?? ''},"1,1200",USD,"2013,60",USD,"2013,60",${order}`,
    `22-05-2025,09:12,22-05-2025,APPLE INC,US0378331005,${words['debit'] ?? ''},,EUR,"-1797,86",EUR,"501,00",${order}`,
    `22-05-2025,09:12,22-05-2025,APPLE INC,US0378331005,${words['fee'] ?? ''},,EUR,"-2,00",EUR,"499,00",${order}`,
    `21-05-2025,09:00,21-05-2025,,,${words['deposit'] ?? ''},,EUR,"500,00",EUR,"2298,86",`,
    `20-05-2025,07:00,19-05-2025,APPLE INC,US0378331005,${words['dividend'] ?? ''},,USD,"8,30",USD,"8,30",`,
    `20-05-2025,07:00,19-05-2025,APPLE INC,US0378331005,${words['tax'] ?? ''},,USD,"-1,25",USD,"7,05",`,
    `19-05-2025,07:00,19-05-2025,,,${words['withdrawal'] ?? ''},,EUR,"-10,00",EUR,"1798,86",`,
  ];
  it.each([
    [
      'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id',
      {
        buy: 'Koop 10 @ 201,36 USD',
        credit: 'Valuta Creditering',
        debit: 'Valuta Debitering',
        fee: 'DEGIRO Transactiekosten en/of kosten van derden',
        deposit: 'iDEAL storting',
        dividend: 'Dividend',
        tax: 'Dividendbelasting',
        withdrawal: 'flatex terugstorting',
      },
    ],
    [
      'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
      {
        buy: 'Kauf 10 zu je 201,36 USD',
        credit: 'Währungswechsel (Einbuchung)',
        debit: 'Währungswechsel (Ausbuchung)',
        fee: 'Transaktions- und/oder Fremdkosten',
        deposit: 'Einzahlung',
        dividend: 'Dividende',
        tax: 'Dividendensteuer',
        withdrawal: 'Auszahlung',
      },
    ],
    [
      'Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre',
      {
        buy: 'Achat 10 APPLE INC@201,36 USD (US0378331005)',
        credit: 'Opération de change - Crédit',
        debit: 'Opération de change - Débit',
        fee: 'Frais DEGIRO de courtage et/ou de parties tierces',
        deposit: 'Versement de fonds',
        dividend: 'Dividende',
        tax: 'Impôts sur dividende',
        withdrawal: 'Retrait de fonds',
      },
    ],
  ])('%s is read as the English one', (header, words) => {
    const english = read(
      statement('Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id', {
        buy: 'Buy 10 APPLE INC@201,36 USD (US0378331005)',
        credit: 'FX Credit',
        debit: 'FX Debit',
        fee: 'DEGIRO Transaction and/or third party fees',
        deposit: 'Deposit',
        dividend: 'Dividend',
        tax: 'Dividend Tax',
        withdrawal: 'Withdrawal',
      }),
    );
    const prepared = read(statement(header, words));
    expect(prepared.content.profileName).toBe('DEGIRO');
    expect(fields(prepared)).toEqual(fields(english));
    expect(prepared.content.balance).toEqual(english.content.balance);
    expect(fields(english)).toMatchObject([
      { transactionType: 'BUY', quantity: 10, brokerCharge: 1.5 },
      { transactionType: 'DEPOSIT', cashAmount: 500 },
      { transactionType: 'DIVIDEND', taxWithheld: 0.94 },
      { transactionType: 'WITHDRAWAL', cashAmount: 10 },
    ]);
  });

  it('leaves a description that is not known to the user, and a sweep that is only in words out', () => {
    const prepared = read([
      'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id',
      '19-06-2025,16:50,19-06-2025,,,"Overboeking van uw geldrekening bij flatexDEGIRO Bank 28,4 EUR",,,,EUR,"1,60",',
      '18-06-2025,16:50,18-06-2025,,,Iets anders,,EUR,"-2,50",EUR,"1,60",',
    ]);
    expect(prepared.rows.map(({ rowNumber, status }) => [rowNumber, status])).toEqual([[3, 'error']]);
  });
});

describe('files that a spreadsheet has saved again', () => {
  it('with decimal commas are read in tables whose columns differ too', () => {
    const prepared = read([
      'Date;Details;Amount;Balance;;',
      '01/05/2025;Regular Deposit;10000;10000;;',
      '06/05/2025;Bought 21.5 FTSE All-World UCITS ETF (VWRL);-2150,75;7849,25;;',
      'Date;InvestmentName;TransactionDetails;Quantity;Price;Cost',
      '06/05/2025;FTSE All-World UCITS ETF (VWRL);Bought 21.5 FTSE All-World UCITS ETF (VWRL);21,5;100,0349;2150,75',
    ]);
    expect(
      prepared.rows.map(({ reading }) => [reading.figures.quantity, reading.figures.consideration]),
    ).toContainEqual([21.5, 2150.75]);
    expect(prepared.content.balance?.breaks).toEqual([]);
  });

  it('with empty columns at the end are still known', () => {
    const prepared = read([
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third party fees,,Total,,Order ID,,,,,',
      '06-05-2025,10:01,VODAFONE,GB00BH4HKS39,LSE,XLON,1000,72.54,GBX,-72540,GBX,-725.40,GBP,100,-2.00,GBP,-727.40,GBP,00000000-0000-4000-8000-000000000001,,,,,',
    ]);
    expect(prepared.content.profileName).toBe('DEGIRO');
    expect(fields(prepared)).toMatchObject([{ quantity: 1000, consideration: 725.4, brokerCharge: 2 }]);
  });

  it('in scientific notation are refused where the price was made from the amount', () => {
    const prepared = read([
      'Investment,Date,Order Status,Account,Buy/Sell,Quantity,Cost/Proceeds,Country',
      'Vodafone Group plc,06/05/2025,Completed,Investment Account,Sell,181000,1.32E+05,GB',
    ]);
    expect(fields(prepared)).toEqual([
      ['1.32E+05 is in scientific notation and may have lost digits: expected the whole figure.'],
    ]);
  });
});

it('names an order that its status says was not executed', () => {
  const prepared = read([
    'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference,Order Status',
    '06/05/2025,Purchase,Vodafone Group plc,1000,0.7254,-730.40,X1,Completed',
    '07/05/2025,Purchase,Vodafone Group plc,2000,0.7300,-1465.00,X2,Cancelled by client',
  ]);
  expect(prepared.rows.map(({ rowNumber, notes }) => [rowNumber, notes])).toEqual([[2, []]]);
  expect(prepared.content.skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [3, "Order Status is 'Cancelled by client': nothing was traded."],
  ]);
  expect(prepared.content.notices).toContain('1 order was not executed by its status and was left out (line 3).');
});

it("names the accounts of a statement of several, and takes one for nobody's", () => {
  const statement = (...accounts: readonly string[]): PreparedImport =>
    read([
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Account,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      ...accounts.map(
        (account, index) =>
          `Trades,Data,Order,Stocks,GBP,${account},VOD,"2025-04-0${index + 1}, 09:06:18",1000,0.7254,0.7260,-725.4,-5,730.4,0,0.6,O`,
      ),
      'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Underlying,Listing Exch,Multiplier,Type,Code',
      'Financial Instrument Information,Data,Stocks,VOD,VODAFONE GROUP PLC,1,GB00BH4HKS39,VOD,LSE,1,COMMON,',
    ]);
  expect(statement('U1', 'U2').rows.map(({ newAccount }) => newAccount)).toEqual(['U1', 'U2']);
  expect(statement('U1', 'U1').rows.map(({ newAccount }) => newAccount)).toEqual([null, null]);
});

describe('XTB', () => {
  const header = 'ID;Type;Time;Symbol;Comment;Amount';
  const purchase = '1;Stocks/ETF purchase;12.05.2025 13:01:45;AAPL;OPEN BUY 10 @ 198.40;-1984.00';

  it('asks for the currency of the account, which its rows do not name', () => {
    const security = read([header, purchase]).content.questions.find(({ kind }) => kind === 'security')?.key ?? '';
    const prepared = read([header, purchase], { answers: { [security]: 'US0378331005' } });
    expect(prepared.rows.map(({ status }) => status)).toEqual(['question']);
    expect(prepared.content.questions.filter(({ answer }) => answer === null).map(({ kind }) => kind)).toEqual([
      'currency',
    ]);
  });

  it('takes the currency from the lines above the header', () => {
    const title = 'Account;12345678;Currency;USD';
    const deposit = '2;Deposit;12.05.2025 13:00:22;;deposit;2500.00';
    const prepared = read([title, header, purchase, deposit]);
    expect(fields(prepared)).toMatchObject([
      { transactionType: 'BUY', quantity: 10, consideration: 1488, nativePrice: 198.4 },
      { transactionType: 'DEPOSIT', cashAmount: 2500, cashCurrency: 'USD' },
    ]);
  });
});

describe('DEGIRO', () => {
  it('reads the older form in pounds', () => {
    const prepared = read([
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third party fees,,Total,,Order ID',
      '08-08-2023,15:48,VODAFONE,GB00BH4HKS39,LSE,XLON,1000,70.0000,GBX,-70000.00,GBX,-700.00,GBP,,-4.75,GBP,-704.75,GBP,00000000-0000-4000-8000-000000000003',
    ]);
    expect(fields(prepared)).toMatchObject([
      {
        transactionDate: '2023-08-08',
        transactionType: 'BUY',
        quantity: 1000,
        consideration: 700,
        localPrice: 0.7,
        brokerCharge: 4.75,
      },
    ]);
  });

  it('reads the amounts of its ledger in the currency beside them, even pence', () => {
    const prepared = read([
      'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id',
      '09-08-2024,07:30,09-08-2024,VODAFONE,GB00BH4HKS39,Dividend,,GBX,540.00,GBX,540.00,',
      '08-08-2024,15:48,08-08-2024,VODAFONE,GB00BH4HKS39,"Buy 1000 VODAFONE@70.5 GBX (GB00BH4HKS39)",,GBX,-70500.00,GBX,0.00,00000000-0000-4000-8000-000000000004',
    ]);
    expect(fields(prepared)).toMatchObject([
      { transactionType: 'DIVIDEND', consideration: 5.4 },
      { transactionType: 'BUY', quantity: 1000, consideration: 705, localPrice: 0.705 },
    ]);
  });

  it('knows its file in Dutch, and a change of ISIN', () => {
    const prepared = read([
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde EUR,Wisselkoers,AutoFX Kosten,Transactiekosten en/of kosten van derden EUR,Totaal EUR,Order ID,',
      '09-08-2024,15:48,OUD,GB00BH4HKS39,LSE,,-10,"1,0000",GBP,"10,00",GBP,"12,00",,,,"12,00",,',
      '09-08-2024,15:48,NIEUW,US0378331005,LSE,,10,"1,0000",GBP,"-10,00",GBP,"-12,00",,,,"-12,00",,',
      '10-08-2024,15:48,OUD,GB00BH4HKS39,LSE,XLON,"1,5","2,5000",GBP,"-3,75",GBP,"-4,50",,,"-1,00","-5,50",,00000000-0000-4000-8000-000000000003',
    ]);
    expect(prepared.content.profileName).toBe('DEGIRO');
    expect(fields(prepared)).toMatchObject([
      { transactionType: 'ISIN_CHANGE', isin: 'GB00BH4HKS39', relatedIsin: 'US0378331005' },
      { transactionType: 'BUY', quantity: 1.5, consideration: 3.38, brokerCharge: 0.75 },
    ]);
  });
});

describe('Revolut', () => {
  const header = 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate';
  it('reads currency codes in place of signs', () => {
    expect(
      fields(read([header, '2025-04-02T14:30:45.123000Z,AAPL,BUY - MARKET,2,USD 100.00,USD 200.50,USD,1.29'])),
    ).toMatchObject([{ quantity: 2, consideration: 155.04, brokerCharge: 0.39 }]);
  });

  it('converts at the rate of its row where that is one for pounds, else asks about its currency', () => {
    const bought = (currency: string, rate: string) => {
      const line = `2025-04-02T14:30:45.123000Z,AAPL,BUY - MARKET,2,${currency} 100.00,${currency} 200.00,${currency},${rate}`;
      return read([header, line]).rows.map(({ fields, notes, reading }) => [
        fields?.consideration ?? reading.figures.consideration,
        notes.join(' '),
      ]);
    };
    // A dollar was 0.75 pounds on the day: 1.28 and 1.38 are its rates for a pound, with a charge or without.
    expect(bought('USD', '1.28')).toEqual([[156.25, '']]);
    expect(bought('USD', '1.38')).toEqual([[144.93, '']]);
    expect(bought('USD', '')).toEqual([[150, '']]);
    expect(bought('USD', '1')).toEqual([[150, '']]);
    const note = (rate: string) =>
      `Its exchange rate of ${rate} is not that of USD for one pound, which was about 1.333. Check the currency of the row and of the account.`;
    // Of euros, and the other way round.
    expect(bought('USD', '1.16')).toEqual([[150, note('1.16')]]);
    expect(bought('USD', '0.78')).toEqual([[150, note('0.78')]]);
    expect(bought('GBP', '1.29')).toEqual([
      [200, 'Pounds were converted at a rate of 1.29, so the amounts may not be in pounds. Check them.'],
    ]);
  });

  it('repairs a total written without quotation marks, and reads units with a decimal comma', () => {
    expect(
      fields(
        read([
          header,
          '2025-04-02T14:30:45.123000Z,AAPL,SELL - MARKET,40,$200.00,$7,999.50,USD,1.29',
          '2025-04-03T14:30:45.123000Z,AAPL,BUY - MARKET,"2,5",$200.00,$500.00,USD,1.29',
        ]),
      ),
    ).toMatchObject([
      { quantity: 40, consideration: 6201.55, brokerCharge: 0.39 },
      { quantity: 2.5, consideration: 387.6 },
    ]);
  });
});

it("reads Morgan Stanley's releases as acquired at their value on vesting", () => {
  const prepared = read([
    'Vest Date,Order Number,Plan,Type,Status,Price,Quantity,Net Cash Proceeds,Net Share Proceeds,Tax Payment Method',
    '25-Mar-2025,ORC1,Apple Inc,Release,Complete,$200.00,10.000,$0.00,5.300,Withhold',
  ]);
  expect(fields(prepared)).toMatchObject([
    { transactionDate: '2025-03-25', transactionType: 'BUY', quantity: 5.3, consideration: 795, isin: 'US0378331005' },
  ]);
});

it('reads Saxo', () => {
  const prepared = read([
    'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate',
    '1,08-Apr-2025,10-Apr-2025,Trade,Apple Inc,US0378331005,USD,NASDAQ,AAPL:xnas,Sell 3 @ 139.74 USD,312.00,55,0.75',
    '1,09-Apr-2025,10-Apr-2025,Cash Transfer,,,GBP,,,Deposit,100,,1',
  ]);
  expect(fields(prepared)).toMatchObject([
    { transactionDate: '2025-04-08', transactionType: 'SELL', quantity: 3, consideration: 314.42, brokerCharge: 2.42 },
    { transactionType: 'DEPOSIT', cashAmount: 100, settlementDate: '2025-04-10' },
  ]);
});

it("takes what the rounding of Saxo's rate explains for no charge", () => {
  const prepared = read([
    'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate',
    // 597 x 420.73 at the unrounded rate of 1 / 1.29577.
    '1,14-May-2024,16-May-2024,Trade,Apple Inc,US0378331005,USD,NASDAQ,AAPL:xnas,Buy 597 @ 420.73 USD,-193842.90,55,0.771742',
    '1,15-May-2024,17-May-2024,Trade,Apple Inc,US0378331005,USD,NASDAQ,AAPL:xnas,Buy 597 @ 420.73 USD,-193847.74,56,0.771742',
  ]);
  expect(fields(prepared)).toMatchObject([
    { consideration: 193842.9, brokerCharge: 0 },
    { consideration: 193842.92, brokerCharge: 4.82 },
  ]);
});

it('names the line of a space-separated text that is not a trade', () => {
  const prepared = read(['B 01/03/2025 VOD 1000 0.7 9.95 0', 'B 02/03/2025 VOD 1000 0.7 9.95 0', 'nonsense']);
  expect(prepared.rows.map((row) => [row.rowNumber, row.status])).toEqual([
    [1, 'question'],
    [2, 'question'],
    [3, 'error'],
  ]);
});

it('asks about a row whose ticker and name are of two securities', () => {
  const prepared = read([
    'Market,Code,Name,Type,Date,Quantity,Price *,Brokerage *,Currency,Exchange Rate,Value,,Comments',
    'LSE,VOD,Apple Inc,Buy,08/05/2025,1,1,0,GBP,1,1,All,',
  ]);
  expect(prepared.content.questions.filter(({ answer }) => answer === null).map(({ text }) => text)).toEqual([
    "The ticker 'VOD' belongs to Vodafone Group plc, but the name 'Apple Inc' belongs to Apple Inc.",
  ]);
});

it('reads files that were joined, each by the headings above it', () => {
  const prepared = read([
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total (GBP),Stamp duty reserve tax (GBP),ID',
    'Market buy,2021-03-04 09:31:44,GB00BH4HKS39,VOD,Vodafone,1000,125.40,GBX,1260.27,6.27,A',
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total (GBP),Currency conversion fee (GBP),ID',
    'Market buy,2021-04-06 14:31:44,US0378331005,AAPL,Apple,10,125.00,USD,1.25,1001.50,1.50,B',
  ]);
  expect(fields(prepared)).toMatchObject([
    { isin: 'GB00BH4HKS39', consideration: 1254, stampDuty: 6.27, fxCharge: 0, brokerDealReference: 'A' },
    { isin: 'US0378331005', consideration: 1000, stampDuty: 0, fxCharge: 1.5, brokerDealReference: 'B' },
  ]);
  expect(prepared.content.skipped).toMatchObject([{ line: 3, reason: 'The header again.' }]);
});

it('gives each of several dividends of a day its own tax, and a note where no rate tells them apart', () => {
  const rows = (...taxes: readonly string[]): readonly string[] => [
    '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    '"05/15/2025","Qualified Dividend","AAPL","APPLE INC","","","","$20.00"',
    '"05/15/2025","Special Dividend","AAPL","APPLE INC","","","","$40.00"',
    ...taxes.map((tax) => `"05/15/2025","NRA Tax Adj","AAPL","APPLE INC","","","","-$${tax}"`),
  ];
  const paired = read(rows('6.00', '3.00'));
  expect(fields(paired)).toMatchObject([
    { cashAmount: 17, taxWithheld: 2.25 },
    { cashAmount: 34, taxWithheld: 4.5 },
  ]);
  expect(paired.rows.map(({ notes }) => notes)).toEqual([[], []]);
  for (const taxes of [['9.00'], ['6.00', '6.00']])
    expect(read(rows(...taxes)).rows.map(({ notes }) => notes.length)).toEqual([1, 1]);
});

it('notes a dividend that was taken as shares', () => {
  const prepared = read(
    [
      'Issue Date,Stock,XD Date,Shares held on XD Date,Amount Payable,Handling Option',
      '01 Aug 2025,VOD,05 Jun 2025,1000,£19.50,Hold In Account',
      '02 Aug 2025,VOD,06 Jun 2025,1000,£19.50,Scrip',
    ],
    { answers: { 'security:VOD': 'GB00BH4HKS39' } },
  );
  expect(prepared.rows.map(({ notes }) => notes)).toEqual([
    [],
    ["Handling Option is 'Scrip'. Check whether the row needs another type."],
  ]);
});

it('separates the levy from the stamp duty among the charges of IG', () => {
  const prepared = read([
    'TextDate,Time,Activity,Market,Direction,Quantity,Price,Currency,Consideration,Commission,Charges,Cost/Proceeds,Conversion rate,Order type,Venue ID,Settled?,Settlement date,Order ID',
    '14-05-2025,10:30:45,TRADE,Vodafone Group plc,BUY,20000,71.54,GBP,-14308.00,-8.00,-73.04,-14389.04,1.0,MARKET,XLON,Y,16-05-2025,IG1',
  ]);
  expect(fields(prepared)).toMatchObject([{ consideration: 14308, brokerCharge: 9.5, stampDuty: 71.54 }]);
  expect(prepared.rows[0]?.notes).toEqual([]);
});

it('asks for the order of day and month where only the unusual one puts the rows in order', () => {
  const file = (...days: readonly string[]): readonly string[] => [
    'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference',
    ...days.map((day, at) => `${day},Purchase,Vodafone Group plc,100,0.7254,-80.54,A${at}`),
  ];
  expect(read(file('4/7/2025', '4/8/2025', '5/7/2025', '5/9/2025')).content.datesAmbiguous).toBe(true);
  expect(read(file('4/7/2025', '5/7/2025', '4/8/2025', '5/9/2025')).content.datesAmbiguous).toBe(false);
  expect(read(file('4/7/2025', '4/8/2025', '5/7/2025')).content.datesAmbiguous).toBe(false);
});

it('reads the tax withheld from a dividend of EquatePlus', () => {
  const prepared = read(
    [
      'Order reference,Date,Order type,Quantity,Status,Execution price,Instrument,Product type,Strike price / cost basis,Taxes withheld,Fees,Net proceeds',
      'EQ4,15 Jul 2025,Dividend,100,Executed,£0.08,Vodafone Group plc,shares,-,£1.00,,£7.00',
    ],
    {},
  );
  expect(fields(prepared)).toMatchObject([{ consideration: 7, taxWithheld: 1, grossIncome: 8 }]);
});

it('takes no first name in the title of a Vanguard file for a tax wrapper', () => {
  const file = (title: string): readonly string[] => [
    title,
    'Date,Details,Amount,Balance',
    '07/04/2025,Regular Deposit,5000,5000',
  ];
  const answers = { 'wrapper:main': 'SIPP' };
  const wrappers = ['Isa Smith General account', 'Isa Smith ISA'].map((title) =>
    read(file(title), { answers }).rows.map((row) => row.fields?.taxWrapper),
  );
  expect(wrappers).toEqual([['DEALING'], ['ISA']]);
});

it('says that another tax wrapper was chosen than the one in the title of a Vanguard file', () => {
  const file = ['Mary Smith ISA', 'Date,Details,Amount,Balance', '07/04/2025,Regular Deposit,5000,5000'];
  const chosen = (taxWrapper: 'ISA' | 'SIPP'): PreparedImport => read(file, { defaults: { taxWrapper } });
  const [, ...said] = chosen('SIPP').content.notices;
  expect(chosen('ISA').content.notices).toEqual(said);
  const other = chosen('SIPP');
  expect(other.rows.map((row) => row.fields?.taxWrapper)).toEqual(['SIPP']);
  expect(other.content.notices.slice(0, 1)).toEqual([
    "The file's name or title says ISA, but SIPP was chosen, and is used for rows that name no tax wrapper. Check which is right.",
  ]);
});

it('reads the charges that columns state where they add up to what was paid', () => {
  const prepared = read([
    'Date,Type,Company Code,Listed On Market,Quantity,Executed Price (p),Commission (£),Stamp Duty (£),Net Consideration (£),Reference',
    '28 Jan 2025,BUY,VOD,LSE,1500,71.54,9.50,5.37,1087.97,25A1B02',
    '29 Jan 2025,BUY,VOD,LSE,1500,71.54,9.50,4.00,1087.97,25A1B03',
  ]);
  expect(fields(prepared)).toMatchObject([
    { brokerCharge: 9.5, stampDuty: 5.37 },
    { brokerCharge: 14.87, stampDuty: 0 },
  ]);
  expect(prepared.rows.map(({ notes }) => notes.length)).toEqual([0, 1]);
});

it('notes a sale whose amount is negative like those of purchases, and a name that says more than the type', () => {
  const sale = read([
    'Date,Details,Amount,Balance',
    '08/04/2025,Bought 30 FTSE All-World UCITS ETF Distributing (VWRL),-3042.6,1957.4',
    '09/04/2025,Sold 30 FTSE All-World UCITS ETF Distributing (VWRL),-3042.6,-1085.2',
  ]);
  expect(sale.rows.map(({ notes }) => notes)).toEqual([
    [],
    ['The amount -3042.6 of this sale is negative, as those of purchases are. Check its type.'],
  ]);
  const named = read(
    [
      'Order date,Completion date,Transaction type,Investments,Product Wrapper,Account Number,Source investment,Amount,Quantity,Price per unit,Reference Number,Status',
      '09 May 2025,09 May 2025,Cash Dividend,Cash,SIPP,AP1,Vodafone Group plc - Equalisation,10.00,10,1,4,Completed',
    ],
    { answers: { 'security:vodafone group plc - equalisation': 'GB00BH4HKS39' } },
  );
  expect(named.rows.map(({ notes }) => notes)).toEqual([
    ["The name is 'Vodafone Group plc - Equalisation'. Check whether the row needs another type."],
  ]);
});

it('pairs a cancelled contract of Hargreaves Lansdown whose number ends with a letter', () => {
  const prepared = read([
    'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£),',
    '06/05/2025,08/05/2025,B512340001,Vodafone Group plc,71.42,"1,500","-1,083.25",',
    '07/05/2025,08/05/2025,B512340001C,Vodafone Group plc Cancelled,71.42,"1,500","1,083.25",',
  ]);
  expect(prepared.rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

it('reads the units of eToro under their new heading', () => {
  const prepared = read([
    'Date,Type,Details,Amount,Units / Contracts,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA',
    '03/04/2025 14:31:05,Open Position,AAPL/USD,500.00,2.5,0.00,"1,290.00",790.00,1,Stocks,0.00',
    '10/04/2025 00:31:05,Interest Payment,,1.20,-,1.20,"1,291.20",791.20,-,,0.00',
  ]);
  expect(prepared.rows.map(({ fields }) => [fields?.quantity, fields?.cashCurrency])).toEqual([
    [2.5, 'USD'],
    [null, 'USD'],
  ]);
});
