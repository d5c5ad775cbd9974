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
