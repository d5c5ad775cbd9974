/** Layouts of exports that brokers' users publish, with rows of our own: what their figures prove is read, anything else is held. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readAnswered, readLines as read, selectedLines as chosen } from './read-lines.ts';

const figures = ({ rows }: PreparedImport): readonly unknown[] =>
  rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge, fields?.stampDuty]);
const notesOf = ({ rows }: PreparedImport): readonly (readonly string[])[] => rows.map(({ notes }) => notes);

it('the value of Sharesight is without the brokerage where price and rate of the row make it so', () => {
  const header = 'Market,Code,Name,Type,Date,Quantity,Price *,Brokerage *,Currency,Exchange Rate,Value,,Comments';
  const sale = (value: string): string =>
    `NASDAQ,AAPL,Apple Inc,Sell,13/11/2023,-25,180,5,USD,1.25,${value},All Trades,`;
  expect(figures(read(header, sale('-3600.00')))).toEqual([[3600, 4, 0]]);
  expect(figures(read(header, sale('-3596.00')))).toEqual([[3600, 4, 0]]);
  const buy = (value: string): string => `NASDAQ,AAPL,Apple Inc,Buy,13/11/2023,25,180,5,USD,1.25,${value},All Trades,`;
  expect(figures(read(header, buy('3600.00'), buy('3604.00')))).toEqual([
    [3600, 4, 0],
    [3600, 4, 0],
  ]);
});

it('the value of Sharesight is compared within the rounding of its rate, and held where both fit', () => {
  const header = 'Market,Code,Name,Type,Date,Quantity,Price *,Brokerage *,Currency,Exchange Rate,Value,,Comments';
  const sale = (units: number, brokerage: number, value: string): string =>
    `NASDAQ,AAPL,Apple Inc,Sell,13/11/2023,-${units},180,${brokerage},USD,1.2346,${value},All Trades,`;
  // At 1.23455 for one pound.
  expect(figures(read(header, sale(25, 5, '-3645.05'), sale(100, 2, '-14580.20')))).toEqual([
    [3645.05, 4.05, 0],
    [14_580.2, 1.62, 0],
  ]);
  const unclear = read(header, sale(100, 1, '-14579.20'));
  expect(chosen(unclear)).toEqual([]);
  expect(notesOf(unclear)).toEqual([
    ['The value may be with or without the brokerage of 0.81: it was read as with it. Check it.'],
  ]);
});

describe('XTB', () => {
  const header = 'ID;Type;Time;Symbol;Comment;Amount';
  const deposit = '3;Deposit;11.04.2024 13:00:22;;Bank deposit;1500.50';
  /** The rows with this security as the answer to all questions about one. */
  const answered = (lines: readonly string[], isin: string): PreparedImport => {
    const keys = read(...lines).content.questions.filter(({ kind }) => kind === 'security');
    return readAnswered(lines, Object.fromEntries(keys.map(({ key }) => [key, isin])));
  };

  it('keeps its account in the currency in which trades were paid at the price of their market', () => {
    const buy = '1;Stocks/ETF purchase;12.04.2024 13:01:45;ABCD.DE;OPEN BUY 34 @ 12.5000;-425.00';
    const dividend = '2;Dividend;12.05.2024 11:00:27;ABCD.DE;ABCD.DE USD 0.6600/ SHR;1.21';
    const prepared = answered([header, deposit, buy, dividend], 'IE00B3RBWM25');
    expect(prepared.rows.map(({ fields }) => [fields?.cashAmount, fields?.cashCurrency])).toEqual([
      [1500.5, 'EUR'],
      [425, 'EUR'],
      [1.21, 'EUR'],
    ]);
    expect(chosen(prepared)).toEqual([2, 3, 4]);
  });

  it('may have other currencies in London beside trades in euros', () => {
    const german = '1;Stocks/ETF purchase;12.04.2024 13:01:45;ABCD.DE;OPEN BUY 34 @ 12.5000;-425.00';
    const london = '2;Stocks/ETF purchase;12.04.2024 13:02:45;EFGH.UK;OPEN BUY 16 @ 5.9140;-94.62';
    const dividend = '4;Dividend;12.05.2024 11:00:27;EFGH.UK;EFGH.UK USD 0.6600/ SHR;1.21';
    expect(chosen(answered([header, deposit, german, london, dividend], 'IE00B3RBWM25'))).toEqual([3]);
    expect(chosen(answered([header, deposit, london, dividend], 'IE00B3RBWM25'))).toEqual([2, 3, 4]);
  });

  it('states a row once, however many of its files were joined', () => {
    const rows = [
      '5;Withholding tax;26.09.2024 11:00:23;VOD.UK;VOD.UK GBP WHT 15%;-0.30',
      '6;Dividend;26.09.2024 11:00:23;VOD.UK;VOD.UK GBP 0.0400/ SHR;2.00',
      '7;Stocks/ETF purchase;12.04.2024 13:02:45;VOD.UK;OPEN BUY 50 @ 0.7200;-36.00',
    ];
    const prepared = read(header, ...rows, header, ...rows);
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.taxWithheld])).toEqual([
      [1.7, 0.3],
      [36, undefined],
    ]);
    expect(prepared.content.skipped.map(({ line }) => line)).toEqual([2, 5, 6, 7, 8]);
  });

  it('holds dividends whose taxes cannot be told apart', () => {
    const prepared = read(
      header,
      '5;Withholding tax;26.09.2024 11:00:23;VOD.UK;VOD.UK GBP WHT 15%;-0.30',
      '6;Dividend;26.09.2024 11:00:23;VOD.UK;VOD.UK GBP 0.0400/ SHR;2.00',
      '8;Dividend;26.09.2024 11:00:23;VOD.UK;VOD.UK GBP 0.0400/ SHR;2.00',
      '7;Stocks/ETF purchase;12.04.2024 13:02:45;VOD.UK;OPEN BUY 50 @ 0.7200;-36.00',
    );
    expect(chosen(prepared)).toEqual([5]);
  });
});

describe('stamp tax of Interactive Brokers', () => {
  const trades =
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code';
  const fees =
    'Transaction Fees,Header,Asset Category,Currency,Date/Time,Symbol,Description,Quantity,Trade Price,Amount,Code';
  const buy = (fee: string, basis: string): string =>
    `Trades,Data,Order,Stocks,GBP,VOD,"2025-03-28, 09:06:18","10,000",0.80,0.81,-8000,${fee},${basis},0,100,O`;
  const stamp = (units: string, amount: string): string =>
    `Transaction Fees,Data,Stocks,GBP,"2025-03-28, 09:06:18",VOD,UK Stamp Tax,"${units}",0.80,${amount},`;

  it('is the sum of what the fills of an order paid', () => {
    const prepared = read(trades, buy('-44', '8044'), fees, stamp('7,500', '-30'), stamp('2,500', '-10'));
    expect(figures(prepared)).toEqual([[8000, 4, 40]]);
    expect(prepared.content.skipped.filter(({ reason }) => reason.startsWith('Read together'))).toHaveLength(2);
  });

  it('is no part of a smaller charge', () => {
    const prepared = read(trades, buy('-4', '0'), fees, stamp('10,000', '-40'));
    expect(figures(prepared)).toEqual([[8000, 4, 0]]);
    expect(notesOf(prepared)).toEqual([
      ['The file states stamp tax of 40 for this trade, but Comm/Fee of 4. Check the charges.'],
    ]);
  });
});

it('files of Vanguard that were joined have a cash table each', () => {
  const sheet = (title: string, day: string, total: string, left: string): readonly string[] => [
    title,
    'Cash Transactions',
    'Date,Details,Amount,Balance,,',
    `0${day}/04/2024,Regular Deposit,1000,1000,,`,
    `0${day}/04/2024,Bought 10 FTSE Global All Cap Index Fund Accumulation,-${total},${left},,`,
    `Balance,${left},,,,`,
    'Investment Transactions',
    'Date,InvestmentName,TransactionDetails,Quantity,Price,Cost',
    `0${Number(day) + 1}/04/2024,FTSE Global All Cap Index Fund Accumulation,Bought 10 FTSE Global All Cap Index Fund Accumulation,10,${Number(total) / 10},${total}`,
    `Cost,${total},,,,`,
  ];
  const prepared = read(
    ...sheet("Ann's General investment", '1', '200', '800'),
    ...sheet("Ann's Stocks and Shares ISA", '3', '210', '790'),
  );
  expect(prepared.content.balance).toMatchObject({ agreeing: 4, breaks: [] });
  expect(prepared.rows.map(({ reading, status }) => [reading.type, status])).toEqual([
    ['DEPOSIT', 'valid'],
    ['BUY', 'question'],
    ['DEPOSIT', 'valid'],
    ['BUY', 'question'],
  ]);
});

describe('a trade in the cash table of Vanguard', () => {
  const sheet = (...investments: readonly string[]): readonly string[] => [
    "Ann's General investment",
    'Cash Transactions',
    'Date,Details,Amount,Balance,,',
    '01/04/2024,Regular Deposit,1000,1000,,',
    '03/04/2024,Bought 2 Apple Inc (AAPL),-300,700,,',
    '05/04/2024,Bought 3 Microsoft Corporation (MSFT),-600,100,,',
    'Investment Transactions',
    'Date,InvestmentName,TransactionDetails,Quantity,Price,Cost',
    ...investments,
  ];
  const said = (...investments: readonly string[]): readonly string[] =>
    notesOf(read(...sheet(...investments))).map(String);
  const apple = '02/04/2024,Apple Inc (AAPL),Bought 2 Apple Inc (AAPL),2,150,300';

  it('has the day of its payment where the investment table was cut', () => {
    expect(said(apple)).toEqual([
      '',
      '',
      expect.stringMatching(/^The investment table does not have this trade, so its date is that of its payment/u),
    ]);
  });

  it('may be one of another name in the investment table', () => {
    expect(said(apple, '04/04/2024,Microsoft (MSFT),Bought 3 Microsoft (MSFT),3,200,600').slice(2)).toEqual([
      expect.stringContaining('The investment table does not have this trade'),
      expect.stringContaining('It may be the trade on line 6, which is of as many units. Check both.'),
    ]);
  });
});

describe('files that were joined', () => {
  it('may state a row of an earlier one again, where the order of charges and taxes is lost', () => {
    const header = 'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id';
    const order = 'aaaaaaaa-0000-4000-8000-000000000001';
    const rows = [
      `11-03-2024,10:39,11-03-2024,VANGUARD,IE00B3RBWM25,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-4,90",EUR,"33,53",${order}`,
      `11-03-2024,10:39,11-03-2024,VANGUARD,IE00B3RBWM25,"Koop 6 @ 79,96 EUR",,EUR,"-479,76",EUR,"38,43",${order}`,
    ];
    expect(chosen(read(header, ...rows))).toEqual([3]);
    const prepared = read(header, ...rows, header, ...rows);
    expect(chosen(prepared)).toEqual([]);
    expect(notesOf(prepared)[1]).toContainEqual(
      expect.stringContaining('Identical to row 3, above a later header: files that were joined may both state it.'),
    );
    expect(prepared.content.skipped.find(({ line }) => line === 4)?.reason).toBe('The header again.');
  });

  it('say once that a row is stated twice', () => {
    const header = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount';
    const rows = [
      '05/20/2025,Sell,AAPL,APPLE INC,4,$205.00,$0.02,$819.98',
      '05/15/2025,Qualified Dividend,AAPL,APPLE INC,,,,$2.60',
    ];
    const prepared = read(header, ...rows, header, ...rows);
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(notesOf(prepared).map(({ length }) => length)).toEqual([0, 0, 1, 1]);
  });
});

it('says of a repeated row of a broker once that it counts, or that it is to be checked', () => {
  const header = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount';
  const sale = '05/20/2025,Sell,AAPL,APPLE INC,4,$205.00,$0.02,$819.98';
  const other = '05/15/2025,Qualified Dividend,AAPL,APPLE INC,,,,$2.60';
  expect(read(header, sale, sale).rows[1]).toMatchObject({
    notes: [],
    remarks: ['Identical to row 2. Read as a separate transaction.'],
  });
  expect(read(header, sale, other, sale).rows[2]).toMatchObject({
    notes: ['Identical to row 2, with rows of other days between them: the file may state it twice. Check it.'],
    remarks: [],
  });
});

describe('a file of Trading 212', () => {
  const header =
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),ID,Currency conversion fee,Currency (Currency conversion fee)';
  const deposit = 'Deposit,2024-05-02 10:52:00.000,,,,,,,,1000.00,EUR,D1,,';
  const sale =
    'Market sell,2024-05-03 14:32:00.000,US0378331005,AAPL,Apple,21,200.00,USD,1.25,3343.20,GBP,E1,16.80,GBP';
  const interest = 'Interest on cash,2024-05-03 23:00:00.000,,,,,,,,1.25,GBP,I1,,';

  it('that was cut in its last row has a row to check', () => {
    expect(chosen(read(header, deposit, interest, interest, sale))).toEqual([2, 3, 4, 5]);
    const cut = sale.replace('16.80,GBP', '16');
    expect(
      notesOf(read(header, deposit, interest, interest, cut))
        .at(-1)
        ?.join(' '),
    ).toContain('The row ends after 13 of 14 columns, unlike all others: the end of the file is missing. Check it.');
  });

  it('names no currency where a column that says so is missing', () => {
    const without = (line: string): string => line.split(',').toSpliced(10, 1).join(',');
    expect(chosen(read(...[header, deposit, sale].map(without)))).toEqual([]);
    const older = header.replace('Total,Currency (Total)', 'Total (GBP),');
    expect(chosen(read(older, deposit.replace('EUR', ''), sale.replace('GBP,E1', ',E1')))).toEqual([2, 3]);
  });
});

it('an instant whose day in London is another than that of the row is to be checked', () => {
  const header = 'datetime;date;price;shares;amount;fee;type;identifier;currency';
  const buy = (instant: string, day: string): string => `${instant};${day};10;5;50;0;Buy;GB0007980591;GBP`;
  const prepared = read(
    header,
    buy('2024-08-01T23:30:00.000Z', '01.08.2024'),
    buy('2024-08-02T23:30:00.000Z', '03.08.2024'),
    buy('2024-01-15T23:30:00.000Z', '15.01.2024'),
  );
  expect(chosen(prepared)).toEqual([3, 4]);
  expect(notesOf(prepared)[0]).toEqual([
    'datetime is 2024-08-01T23:30:00.000Z, but the day was read as 01.08.2024. Check the date.',
  ]);
});

it('a deposit of one currency that is valued in another is to be checked', () => {
  const header =
    'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total';
  const deposit = (asset: string): string => `2024-03-01 10:00:00 UTC,Deposit,${asset},100,GBP,0.86,86.00,86.00`;
  const prepared = read(header, deposit('EUR'), deposit('GBP'));
  expect(chosen(prepared)).toEqual([3]);
  expect(notesOf(prepared)[0]).toEqual([
    'The row names EUR, but its amount was read as GBP. Check the amount and its currency.',
  ]);
});

describe('a column that is missing', () => {
  it('of positions leaves stamp duty of eToro to no purchase', () => {
    const header = 'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Asset type,NWA';
    const buy = '09/01/2024 15:37:16,Open Position,AAPL/USD,49.88,0.337209,0.00,"4,581.91",0.00,Stocks,0.00';
    const duty = '09/01/2024 15:37:17,SDRT,VOD.L/GBX,(1.25),-,(1.25),"4,580.66",0.00,Stocks,0.00';
    const prepared = read(header, buy, duty);
    expect(figures(prepared)[0]).toEqual([expect.any(Number), 0, 0]);
    expect(prepared.rows.map(({ status }) => status)).toEqual(['valid', 'error']);
  });

  it('of commissions leaves the trades of a query to be checked', () => {
    const header = '"Buy/Sell","TradeDate","ISIN","Quantity","TradePrice","TradeMoney","CurrencyPrimary"';
    const buy = '"BUY","20230522","GB00BH4HKS39","100","0.75","75","GBP"';
    expect(notesOf(read(header, buy))).toEqual([
      ['The file has neither IBCommission nor NetCash, so charges were left out. Add them.'],
    ]);
    expect(chosen(read(`${header},"IBCommission"`, `${buy},"-3"`))).toEqual([2]);
    expect(chosen(read(`${header},"NetCash"`, `${buy},"-75"`))).toEqual([2]);
  });

  it("of a charge's currency leaves the charge to be checked", () => {
    const header =
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),French transaction tax,Currency (French transaction tax)';
    const buy = '2024-08-01 10:00:00,FR0000000200,TTE,Total,20,50,EUR,1.25,802.40,GBP,3.00,EUR';
    const market = `Market buy,${buy}`;
    expect(figures(read(header, market))).toEqual([[800, 0, 2.4]]);
    const without = (line: string): string => line.slice(0, line.lastIndexOf(','));
    const note = 'A charge names no currency, so it was read in that of the total. Check it.';
    expect(notesOf(read(without(header), without(market)))[0]?.join(' ')).toContain(note);
    expect(notesOf(read(header, market)).join(' ')).not.toContain(note);
  });
});
