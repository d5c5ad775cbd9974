/** Files as careless spreadsheets and interrupted downloads leave them: cells, columns and ends of rows that are missing. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const notesOf = ({ rows }: PreparedImport): readonly (readonly string[])[] => rows.map(({ notes }) => notes);

describe('a tax in a file with decimal commas', () => {
  const taxOf = ({ rows }: PreparedImport): readonly unknown[] =>
    rows.map(({ fields }) => [fields?.consideration, fields?.taxWithheld]);

  it('is read by its amount', () => {
    const prepared = read(
      'Date;Type;ISIN;Gross;Tax;Net',
      '2024-05-15;Dividend;GB00B8SC6K54;9,50;1,43;8,07',
      '2024-08-02;Dividend;GB00BH4HKS39;22,50;0,00;22,50',
    );
    expect(taxOf(prepared)).toEqual([
      [8.07, 1.43],
      [22.5, undefined],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('is read by its rate', () => {
    const header = 'Date;Type;ISIN;Gross;Tax rate;Net';
    expect(taxOf(read(header, '2024-05-16;Dividend;GB00B8SC6K54;100,50;20,00%;80,40'))).toEqual([[80.4, 20.1]]);
  });
});

describe('a trade without one of its figures', () => {
  it('is held in files of brokers that state charges only in the amount', () => {
    const hl = 'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£),';
    const sale = '06/05/2025,08/05/2025,S512340001,Vodafone Group plc 1500 @  71.42,71.420,"1,500"';
    expect(notesOf(read(hl, `${sale},"1,059.35"`))).toEqual([[]]);
    expect(notesOf(read(hl, sale))).toEqual([
      ['The row states no amount, so its charges are not known: quantity x price was used. Check it.'],
    ]);
    expect(notesOf(read(hl, `${sale.replace('71.420', 'n/a')},"1,059.35"`))).toEqual([
      ['The row states no price, so the charges in its amount are not known. Check both.'],
    ]);
  });

  it('is held where the price is in another currency and no rate is stated', () => {
    const header =
      'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate';
    const buy =
      '1,20-May-2025,22-May-2025,Trade,Apple Inc.,US0378331005,USD,NASDAQ,AAPL:xnas,Buy 3 @ 139.74 USD,-316.42,55,0.75';
    const other =
      '1,21-May-2025,23-May-2025,Trade,Vodafone Group plc,GB00BH4HKS39,GBP,London Stock Exchange,VOD:xlon,Buy 1000 @ 0.72 GBP,-728.60,56,1';
    expect(chosen(read(header, buy, other))).toEqual([2, 3]);
    expect(chosen(read(header, buy.replace(/0\.75$/u, ''), other))).toEqual([3]);
    expect(notesOf(read(header, buy.replace('-316.42', '-31642'), other))[0]).toEqual([
      'Charges of 31,327.58 are high for a trade of 314.42. Check both.',
    ]);
  });

  it('is held in other files where any other trade states it', () => {
    const rows = [
      'Date,Transaction,Stock,Shares,Price,Debit,Credit',
      '2024-03-05,Purchase,Vodafone Group plc,1000,0.7200,,',
      '2024-06-04,Sale,Vodafone Group plc,400,,,270.05',
    ];
    expect(chosen(read(...rows))).toEqual([]);
    expect(chosen(read(rows[0] ?? '', (rows[2] ?? '').replace('400,', '400,0.6751')))).toEqual([2]);
  });

  it('is held at a price of nothing', () => {
    expect(chosen(read('Date,Type,ISIN,Quantity,Price,Currency', '2024-03-05,Buy,IE00B3RBWM25,10,0,GBP'))).toEqual([]);
  });
});

describe('a file of Interactive Brokers', () => {
  const header = [
    'Statement,Header,Field Name,Field Value',
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
  ];
  const buy =
    'Trades,Data,Order,Stocks,GBP,VOD,"2025-04-08, 09:06:18","1,000",0.7254,0.7260,-725.4,-6.63,732.03,0,0.6,O';
  const sale = 'Trades,Data,Order,Stocks,GBP,VOD,"2025-05-20, 15:59:01",-400,0.75,0.75,300,-3,-292.812,4.188,0,C;P';

  it('shows a charge that is missing, or another one, by basis and gain', () => {
    expect(chosen(read(...header, buy, sale))).toEqual([3, 4]);
    expect(chosen(read(...header, buy.replace('-6.63', ''), sale.replace('-3,', ',')))).toEqual([]);
    expect(chosen(read(...header, buy.replace('-6.63', '6.63'), sale.replace('-3,', '-30,')))).toEqual([]);
    const [first = '', second = ''] = header;
    expect(chosen(read(first, second.replace('Comm/Fee', 'Kosten'), buy, sale))).toEqual([]);
  });
});

describe('a file of DEGIRO', () => {
  const french =
    "Date,Heure,Produit,Code ISIN,Place boursière sectionnée,Lieu d'exécution,Quantité,Cours,,Montant devise locale,,Montant EUR,Taux de change,Frais conversion AutoFX,Frais de courtage et/ou de parties,Montant négocié EUR,ID Ordre";
  const buy =
    '08-10-2024,16:12,APPLE INC,US0378331005,NDQ,SOHO,3,"176,3300",USD,"-528,99",USD,"-454,78","1,1632","-1,14","-2,00","-457,92",9117115c-0000-0000-0000-000000000000';

  it('may be in French', () => {
    const prepared = read(french, buy);
    expect(prepared.content.profileName).toBe('DEGIRO');
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge, fields?.fxCharge])).toEqual([
      [341.09, 1.5, 0.86],
    ]);
    expect(chosen(prepared)).toEqual([2]);
  });

  it('has its currency in the headings of the fee and the total too', () => {
    const prepared = read(french.replace('Montant EUR', 'Montant'), buy);
    expect(prepared.rows.map(({ fields }) => fields?.consideration)).toEqual([341.09]);
  });

  it('that lost a column is not read by the places of the others', () => {
    const dutch =
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of,,Totaal,,Order ID';
    const row =
      '08-10-2024,16:12,VANGUARD FTSE ALL-WORLD UCITS ETF,IE00B3RBWM25,EAM,XAMS,3,"116,3300",EUR,"-348,99",EUR,"-348,99",EUR,,"-1,00",EUR,"-349,99",EUR,9117115c-0000-0000-0000-000000000000';
    expect(chosen(read(dutch, row))).toEqual([2]);
    expect(() => read(dutch.replace('Wisselkoers,', ''), row.replace('EUR,,"-1,00"', 'EUR,"-1,00"'))).toThrow(
      'The file was refused.',
    );
    expect(chosen(read(dutch.replace('Transactiekosten en/of,,', ''), row.replace('"-1,00",EUR,', '')))).toEqual([]);
  });
});

describe('a row that ends before the others', () => {
  const header = 'Date,Type,ISIN,Quantity,Price (£),Charges,Note';
  const buy = '2024-03-05,Buy,GB00BH4HKS39,1000,0.72,13.55,';
  const sale = '2024-06-25,Sell,GB00BH4HKS39,400,0.70';

  it('is held where they fill what it lacks', () => {
    expect(notesOf(read(header, buy, sale))).toEqual([
      [],
      ["The row ends after 5 of 7 columns, so 'Charges' is missing. Check it."],
    ]);
    const trading212 =
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),ID';
    const row =
      'Market buy,2024-02-01 08:03:00.5,IE00B4L5Y983,SWDA,iShares Core MSCI World (Acc),12.0000000000,7325.00,GBX,100.00000,879.00,GBP,E1';
    expect(chosen(read(trading212, row, row.replace('02-01', '02-02').replace(',E1', '')))).toEqual([2]);
  });

  it('lacks nothing where others leave that empty', () => {
    expect(chosen(read(header, buy, buy.replace('13.55', ''), sale))).toEqual([2, 3, 4]);
    expect(chosen(read(header, `${buy}Mine`, `${sale},9.95`))).toEqual([2, 3]);
  });
});

it('equal rows with rows of other days between them may be stated twice', () => {
  const rows = ['2024-02-20,Sell,IE00B3RBWM25,4,102.00,408.00', '2024-03-20,Sell,IE00B3RBWM25,5,102.00,510.00'];
  const header = 'Date,Type,ISIN,Quantity,Price,Amount';
  expect(chosen(read(header, ...rows, ...rows))).toEqual([2, 3]);
  const [first = ''] = rows;
  expect(chosen(read(header, first, first.replace('4,102.00,408', '3,102.00,306'), first))).toEqual([2, 3, 4]);
});

it('a trade without its day is not left out', () => {
  const prepared = read(
    'Market,Code,Name,Type,Date,Quantity,Price *,Brokerage *,Currency,Exchange Rate,Value',
    'LSE,VOD,Vodafone Group plc,Buy,,1000,0.72,13.55,GBP,1.0,733.55',
    'LSE,VOD,Vodafone Group plc,Sell,04/06/2024,-400,0.70,9.95,GBP,1.0,-270.05',
  );
  expect(prepared.rows.map(({ status }) => status)).toEqual(['error', 'valid']);
});

it('an order of an unknown status is not left out', () => {
  const row = (status: string): string => `Vodafone Group plc,12/05/2025,${status},Investment ISA,Buy,1500,1088.65,GB`;
  const prepared = read(
    'Investment,Date,Order Status,Account,Buy/Sell,Quantity,Cost/Proceeds,Country',
    row('Completed'),
    row('Part complete'),
    row('Cancelled'),
  );
  expect(notesOf(prepared)).toEqual([
    [],
    ["Order Status is 'Part complete'. Check that the trade took place as stated."],
  ]);
  expect(prepared.content.skipped.map(({ reason }) => reason)).toEqual([
    "Order Status is 'Cancelled': nothing was traded.",
  ]);
});

describe('a day that another one comes before', () => {
  it('is held where that is later: of an order, or of going ex dividend', () => {
    const orders = 'Order Date,Executed,Type,ISIN,Quantity,Price,Value';
    expect(
      chosen(
        read(
          orders,
          '15/01/2024,16/01/2024,Buy,IE00B3RBWM25,10,100.05,1000.50',
          '21/02/2024,20/02/2024,Sell,IE00B3RBWM25,4,102.00,408.00',
        ),
      ),
    ).toEqual([2]);
    expect(
      notesOf(
        read(
          'Pay Date,Ex-Dividend Date,ISIN,Net',
          '2024-08-02,2024-06-06,GB00BH4HKS39,22.50',
          '2024-05-10,2024-05-16,GB00BH4HKS39,9.50',
        ),
      ),
    ).toEqual([[], ['Ex-Dividend Date is 2024-05-16, after the day of the row, 2024-05-10. Check the date.']]);
  });
});

describe('rows of a table above the transactions', () => {
  const trades = ['Date,Type,ISIN,Quantity,Price,Amount', '2024-01-16,Buy,IE00B3RBWM25,10,100.05,1000.50'];

  it('are named where they are not read', () => {
    const { content } = read('Cash', 'When,What,Amount', '07/04/2025,Deposit,5000', '08/04/2025,Fee,-5', ...trades);
    expect(content.notices).toContain('A table above the transactions has 2 rows from line 3 on. They were not read.');
    expect(content.skipped.map(({ line }) => line)).toEqual([3, 4]);
    expect(content.summary.skippedRows).toBe(4);
  });

  it('are no titles', () => {
    const valued = 'Valuation as at,12-05-2025 09:14,,1';
    expect(read('Someone', 'Printed,05/04/2024,12.50', valued, ...trades).content.skipped).toEqual([]);
  });
});

it('accrued interest of a share may be a charge', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Accrued Interest,Net Amount,Currency';
  expect(chosen(read(header, '2024-01-16,Buy,IE00B3RBWM25,10,100.05,7.00,1007.50,GBP'))).toEqual([]);
  expect(chosen(read(header, '2024-01-16,Buy,GB00BK5CVX03,1000,0.9450,7.00,952.00,GBP'))).toEqual([2]);
});

it('a column that net amounts prove is no charge where its heading may mean interest', () => {
  const header = 'Date,Type,ISIN,Nominal,Clean Price,Int.,Consideration,Commission,Total';
  expect(chosen(read(header, '2024-01-16,Buy,GB00BK5CVX03,10000,94.50,7.00,9450.00,9.95,9466.95'))).toEqual([]);
});

it('prices and amounts in pence with charges in pence are asked about', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Costs,Net Amount';
  const rows = [
    '2023-01-15,Buy,GB00BH4HKS39,1000,72.05,700.00,72750.00',
    '2023-03-26,Sell,GB00BH4HKS39,400,80.05,700.00,31320.00',
  ];
  expect(read(header, ...rows).rows.map(({ status }) => status)).toEqual(['question', 'question']);
});

it('taxes on a sale in files of Trading 212 are no stamp duty', () => {
  const prepared = read(
    'Action,Time (UTC),ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Gross Total,Net Total,Currency (Total),Taxes,Currency (Taxes)',
    'Market buy,2026-04-02 09:31:44+00:00,GB00BH4HKS39,VOD,Vodafone Group,,EOF1,1000,72.54,GBX,100,725.40,729.03,GBP,-3.63,GBP',
    'Market sell,2026-05-20 15:02:09+00:00,US0378331005,AAPL,Apple,,EOF2,1,205.00,USD,1.33,154.14,153.91,GBP,-0.23,GBP',
  );
  expect(prepared.rows.map(({ fields }) => [fields?.brokerCharge, fields?.stampDuty])).toEqual([
    [0, 3.63],
    [0.23, 0],
  ]);
  expect(chosen(prepared)).toEqual([2, 3]);
});

it('charges that make an amount in pounds at the rate of its row may be in the currency of the price', () => {
  const header = 'Date,Type,Ticker,Shares,Price,Currency,FX Rate,Fees,Amount GBP';
  const buy = '2024-01-16,Buy,AAPL,10,172.50,USD,0.7862,1.00,1356.98';
  const sale = '2024-02-20,Sell,AAPL,4,180.00,USD,0.7921,5.95,564.36';
  expect(chosen(read(header, buy, sale))).toEqual([3]);
  // Charges that make the amount in neither are said to be something else.
  const [other] = read(header, buy.replace('1356.98', '1400.00'), sale).rows;
  expect(other?.notes.join(' ')).not.toContain('in the currency of the price');
  expect(other?.notes).not.toEqual([]);
});

it('a currency that is none is not read as pounds without a word', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Amount,Currency';
  const buy = '2024-02-16,Buy,IE00B3RBWM25,10,100.00,1000.00';
  expect(chosen(read(header, `${buy},GBP`, `${buy.replace('16', '17')},0.75`))).toEqual([2]);
  expect(chosen(read(header, `${buy},GBP`, '2024-02-17,Deposit,,,,100.00,XX1'))).toEqual([2]);
});

it('a price in pounds under a heading of pence is held where other rows are in pence', () => {
  const header = 'Date,Type,ISIN,Quantity,Price (p),Value (£)';
  const [pounds, pence] = [
    '2024-02-15,Sell,GB00B41YBW71,100,681.23,68123',
    '2024-02-16,Buy,GB00BG0QPJ30,100,287.50,287.50',
  ];
  expect(chosen(read(header, pounds, pence))).toEqual([3]);
  expect(chosen(read(header, '2024-02-15,Sell,GB00B41YBW71,100,6.8123,681.23'))).toEqual([2]);
});

it('a gross total of Trading 212 proves the taxes', () => {
  const header =
    'Action,Time (UTC),ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Gross Total,Net Total,Currency (Total),Taxes,Currency (Taxes)';
  const sale =
    'Market sell,2026-05-20 15:02:09+00:00,US0378331005,AAPL,Apple,,EOF2,1,205.00,USD,1.33,154.14,153.91,GBP,-0.23,GBP';
  expect(chosen(read(header, sale))).toEqual([2]);
  expect(chosen(read(header, sale.replace('-0.23', '-0.32')))).toEqual([]);
});

it('a purchase with the sign of sales beside one of payments is held', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Amount';
  const rows = [
    '2024-01-16,Buy,IE00B3RBWM25,10,100.00,-1000.00',
    '2024-01-20,Buy,IE00B3RBWM25,5,101.00,505.00',
    '2024-01-23,Sell,IE00B3RBWM25,3,102.00,306.00',
    '2024-01-24,Sell,IE00B3RBWM25,4,102.00,408.00',
  ];
  expect(chosen(read(header, ...rows))).toEqual([4, 5]);
  expect(chosen(read(header, ...rows.with(1, '2024-01-20,Buy,IE00B3RBWM25,5,101.00,-505.00')))).toEqual([2, 3, 4, 5]);
  // Where sales have both signs as well, the amounts without one are as people write them.
  expect(chosen(read(header, ...rows, '2024-01-25,Sell,IE00B3RBWM25,2,102.00,-204.00'))).toEqual([3, 4, 5]);
});

it('partnership shares of a share incentive plan are bought', () => {
  const header = 'Transaction Date,Transaction Type,ISIN,Quantity,Price,Value';
  const prepared = read(header, '15/01/2024,Partnership Share Purchase,GB00BH4HKS39,208,£0.7200,£149.76');
  expect(chosen(prepared)).toEqual([2]);
  expect(read(header, '15/01/2024,Matching Share Award,GB00BH4HKS39,104,£0.7200,£74.88').rows[0]?.status).toBe('error');
});

it("what Fidelity says before a security's name is a type, and dollars of two columns of charges are added", () => {
  const prepared = read(
    'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date',
    '01/16/2024,YOU BOUGHT APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,172.50,10,1.00,,,-1726.00,8274.00,01/18/2024',
    '02/20/2024,YOU SOLD APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,180.00,-4,1.00,0.02,,718.98,8992.98,02/22/2024',
    '03/15/2024,DIVIDEND RECEIVED MICROSOFT CORP (MSFT) (Cash),MSFT,MICROSOFT CORP,Cash,,0.000,,,,7.50,9000.48,',
    '03/18/2024,YOU SOLD OPENING TRANSACTION PUT (AAPL) (Cash),AAPL,APPLE INC,Cash,1.00,-100,1.00,,,99.00,9099.48,',
    '03/20/2024,YOU BOUGHT MICROSOFT CORP COM USD0.00000625 ISIN #US5949181045 (MSFT) (Cash),MSFT,MICROSOFT CORP,Cash,420.00,2,1.00,,,-841.00,8258.48,03/22/2024',
  );
  expect(
    prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.consideration, fields?.brokerCharge]),
  ).toEqual([
    ['BUY', 1293.75, 0.75],
    ['SELL', 540, 0.77],
    ['DIVIDEND', 5.63, 0],
    [undefined, undefined, undefined],
    ['BUY', 630, 0.75],
  ]);
  expect(chosen(prepared)).toEqual([2, 3, 4, 6]);
});

it('rows of the same units in two currencies may be one transaction', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Amount,Currency';
  const dollars = '2024-02-15,Buy,US0378331005,10,172.50,1725.00,USD';
  const pounds = '2024-02-15,Buy,US0378331005,10,131.00,1310.00,GBP';
  expect(chosen(read(header, dollars, pounds))).toEqual([]);
  expect(chosen(read(header, dollars, pounds.replace('02-15', '02-16')))).toEqual([2, 3]);
  expect(chosen(read(header, dollars, pounds.replace('10,131.00,1310.00', '9,131.00,1179.00')))).toEqual([2, 3]);
  // Of another amount or security they are two, and income is compared as trades are.
  expect(chosen(read(header, dollars, pounds.replace('131.00,1310.00', '101.00,1010.00')))).toEqual([2, 3]);
  expect(chosen(read(header, dollars, pounds.replace('US0378331005', 'US5949181045')))).toEqual([2, 3]);
  const paid = '2024-02-15,Dividend,US0378331005,10,,2.40,USD';
  expect(chosen(read(header, dollars, paid, '2024-02-15,Dividend,US0378331005,10,,1.80,GBP'))).toEqual([2]);
});
