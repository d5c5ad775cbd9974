/** Files that were joined, or that have several tables: which rows are read, and that none is lost without a word. */
import { describe, expect, it } from 'vitest';
import { readLines as read, selectedLines as chosen } from '../../../tests/imports/read-lines.ts';

const TRADES = ['Date,Type,ISIN,Quantity,Price,Amount', '2024-05-03,Buy,IE00B3RBWM25,10,101.25,1012.50'];
const OTHER_TRADES = [
  'Trade date,Side,Symbol,ISIN,Shares,Fill price,Value',
  '2024-05-14,Sell,VUSA,IE00B3XXRP09,10,75.20,752.00',
];
const TRADING_212 = [
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),ID',
  'Market buy,2024-05-03 09:00:00,IE00B3RBWM25,VWRL,Vanguard,10,101.25,GBP,1,1012.50,GBP,E1',
];
const REVOLUT = [
  'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
  '2024-05-14T14:30:45.123Z,VUSA,SELL - MARKET,10,GBP 75.20,GBP 752.00,GBP,1.0000',
];

const ofOneTable = 'A second table starts on line 3. Its 1 row was not read.';

describe('a second table', () => {
  it('below transactions is not read instead of them, although its header has more known headings', () => {
    const prepared = read(...TRADES, ...OTHER_TRADES);
    expect(chosen(prepared)).toEqual([2]);
    expect(prepared.content.notices).toContain(ofOneTable);
  });

  it('of another broker is left out with the reason', () => {
    for (const [first, second] of [
      [TRADING_212, REVOLUT],
      [REVOLUT, TRADING_212],
    ] as const) {
      const prepared = read(...first, ...second);
      expect(prepared.rows.map(({ rowNumber }) => rowNumber)).toEqual([2]);
      expect(prepared.content.notices).toContain(ofOneTable);
      expect(prepared.content.skipped.map(({ line, reason }) => [line, reason])).toEqual([
        [3, 'It is in a second table.'],
        [4, 'It is in a second table.'],
      ]);
    }
  });

  it('is read where the first one has no transactions', () => {
    const prepared = read('Date,Account,Value', '2024-05-01,ISA,1500.00', ...TRADES);
    expect(chosen(prepared)).toEqual([4]);
  });
});

describe('a Flex Query of Interactive Brokers', () => {
  const trades = [
    'ClientAccountID,CurrencyPrimary,FXRateToBase,AssetClass,Symbol,ISIN,TradeDate,Quantity,TradePrice,Proceeds,IBCommission,IBCommissionCurrency,NetCash,Buy/Sell',
    'U1,GBP,1,STK,VUSA,IE00B3XXRP09,20240514,10,75.20,-752,-3,GBP,-755,BUY',
  ];
  const moves = [
    'ClientAccountID,CurrencyPrimary,FXRateToBase,Symbol,Description,ISIN,SettleDate,Amount,Type',
    'U1,GBP,1,,CASH RECEIPTS,,20240502,1000,Deposits/Withdrawals',
    'U1,GBP,1,VUSA,VUSA CASH DIVIDEND,IE00B3XXRP09,20240520,2.50,Dividends',
  ];

  it('is read with its sections of trades and of cash, in either order', () => {
    const types = ({ rows }: ReturnType<typeof read>): readonly unknown[] =>
      rows.map(({ fields }) => [fields?.transactionType, fields?.consideration, fields?.brokerCharge]);
    expect(types(read(...trades, ...moves))).toEqual([
      ['BUY', 752, 3],
      ['DEPOSIT', 0, 0],
      ['DIVIDEND', 2.5, 0],
    ]);
    expect(types(read(...moves, ...trades))).toEqual([
      ['DEPOSIT', 0, 0],
      ['DIVIDEND', 2.5, 0],
      ['BUY', 752, 3],
    ]);
  });
});
