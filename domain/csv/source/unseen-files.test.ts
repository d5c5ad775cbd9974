/** Files of brokers without a profile: what stands between their rows or in columns that no heading explains. */
import { describe, expect, it } from 'vitest';
import { readLines as read, selectedLines as chosen } from '../../../tests/imports/read-lines.ts';
import type { PreparedImport } from '../import/prepare-import.ts';

const wrappers = ({ rows }: PreparedImport): readonly unknown[] => rows.map(({ fields }) => fields?.taxWrapper);
const amounts = ({ rows }: PreparedImport): readonly unknown[] => rows.map(({ fields }) => fields?.consideration);

const HEADER = 'Date,Type,ISIN,Quantity,Price,Amount';
const BUY = '2024-05-03,Buy,IE00B3RBWM25,10,101.25,1012.50';
const SELL = '2024-05-14,Sell,IE00B3XXRP09,10,75.20,752.00';

describe('a line of its own', () => {
  it('that names a tax wrapper is that of the rows below it, whichever was chosen for the file', () => {
    const prepared = read(
      HEADER,
      'Account: 111 - Stocks & Shares ISA',
      BUY,
      'Self-Invested Personal Pension (SIPP) 222',
      SELL,
      'JISA',
      BUY.replace('05-03', '05-04'),
      'Dealing account',
      SELL.replace('05-14', '05-15'),
    );
    expect(wrappers(prepared)).toEqual(['ISA', 'SIPP', 'JISA', 'DEALING']);
    expect(chosen(prepared)).toEqual([3, 5, 7, 9]);
  });

  it('that may begin the part of another account holds the rows below it', () => {
    const prepared = read(HEADER, 'Stocks & Shares ISA', BUY, 'Joint account', SELL);
    expect(wrappers(prepared)).toEqual(['ISA', 'DEALING']);
    expect(chosen(prepared)).toEqual([3]);
  });

  it('above the header names the tax wrapper of all rows, but not where several are named', () => {
    expect(wrappers(read('J Smith', 'Account,12345 - SIPP', HEADER, BUY, SELL))).toEqual(['SIPP', 'SIPP']);
    expect(wrappers(read('ISA statement', 'SIPP statement', HEADER, BUY))).toEqual(['DEALING']);
    expect(wrappers(read('Stocks & Shares ISA and SIPP', HEADER, BUY))).toEqual(['DEALING']);
    expect(wrappers(read('Dealing history', 'Account: SIPP 1', HEADER, BUY))).toEqual(['SIPP']);
    expect(wrappers(read('Transfers to your ISA', HEADER, BUY))).toEqual(['DEALING']);
  });

  it('says nothing where a column names the tax wrapper', () => {
    const prepared = read(`${HEADER},Tax Wrapper`, 'Stocks & Shares ISA', `${BUY},SIPP`);
    expect(wrappers(prepared)).toEqual(['SIPP']);
  });

  it('that names a currency is that of the amounts below it', () => {
    const prepared = read(
      HEADER,
      'USD',
      BUY,
      'Positions in EUR',
      SELL,
      'GBP',
      '2024-05-15,Buy,IE0005042456,100,8.10,810.00',
    );
    expect(amounts(prepared)).toEqual([759.38, 564, 810]);
    expect(chosen(prepared)).toEqual([3, 5, 7]);
  });

  it('that names a security says nothing of the amounts below it', () => {
    const prepared = read(HEADER, 'iShares Core S&P 500 UCITS ETF USD (Acc)', SELL);
    expect(prepared.rows[0]?.status).toBe('question');
  });

  it('of one word is no row', () => {
    const prepared = read(HEADER, BUY, 'Income', SELL);
    expect(prepared.rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 4]);
    expect(prepared.content.summary.skippedRows).toBe(1);
  });
});

describe('the name of an account or a plan', () => {
  it('names the tax wrapper of its rows, whichever was chosen for the file', () => {
    for (const heading of ['Account', 'Account No', 'Plan']) {
      const prepared = read(`${heading},${HEADER}`, `111 Stocks & Shares LISA,${BUY}`, `222-GIA,${SELL}`);
      expect(wrappers(prepared)).toEqual(['LISA', 'DEALING']);
      expect(chosen(prepared)).toEqual([2, 3]);
    }
  });

  it('may be that of a person, or say which wrapper it is not', () => {
    const prepared = read(
      `Account,${HEADER}`,
      `Lisa Smith,${BUY}`,
      `Lisa,${SELL}`,
      `Non-ISA,${BUY.replace('10', '11')}`,
    );
    expect(wrappers(prepared)).toEqual(['DEALING', 'DEALING', 'DEALING']);
  });
});

describe('orders beside their executions', () => {
  const order = 'Buy,IE00B3XXRP09,2024-05-03';

  it('are held where one row of a reference has the units of all others', () => {
    const prepared = read(
      'Order ID,Type,ISIN,Date,Quantity,Price,Amount',
      `O1,${order},100,75.20,7520.00`,
      `O1,${order},60,75.20,4512.00`,
      `O1,${order},40,75.20,3008.00`,
      `O2,${order},10,75.20,752.00`,
      `O2,${order},15,75.20,1128.00`,
      `O2,${order},15,75.20,1128.00`,
    );
    expect(chosen(prepared)).toEqual([5, 6, 7]);
  });

  it('are told apart by a column that says which is which', () => {
    const prepared = read(
      'Level,Type,ISIN,Date,Quantity,Price,Amount',
      `Order,${order},100,75.20,7520.00`,
      `Fill,${order},100,75.20,7520.00`,
    );
    expect(chosen(prepared)).toEqual([2]);
    const fills = read('Level,Type,ISIN,Date,Quantity,Price,Amount', `Fill,${order},100,75.20,7520.00`);
    expect(chosen(fills)).toEqual([2]);
  });
});

describe('columns', () => {
  it('of sides are those of types where the column of types names none', () => {
    const prepared = read(
      'Type,Side,ISIN,Date,Quantity,Price,Amount',
      `Order,${'Buy,IE00B3XXRP09,2024-05-03'},10,75.20,752.00`,
      `Order,${'We sold,IE00B3XXRP09,2024-05-04'},10,75.20,752.00`,
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['BUY', 'SELL']);
  });

  it('of units may say so in each cell', () => {
    const prepared = read(HEADER, BUY.replace(',10,', ',10 units,'), SELL.replace(',10,', ',10 shares,'));
    expect(prepared.rows.map(({ fields }) => fields?.quantity)).toEqual([10, 10]);
    const money = read(HEADER, BUY.replace('1012.50', '10 shares'));
    expect(money.rows[0]?.status).toBe('error');
  });

  it('of volumes and values are read only where no other states units and amounts', () => {
    const prepared = read(
      'Type,ISIN,Date,Volume,Quantity,Value,Consideration',
      'Buy,IE00B3RBWM25,2024-05-03,412450,10,1050.00,1012.50',
      'Sell,IE00B3XXRP09,2024-05-14,11250,20,1600.00,1504.00',
    );
    expect(amounts(prepared)).toEqual([1012.5, 1504]);
    expect(prepared.rows.map(({ fields }) => fields?.quantity)).toEqual([10, 20]);
  });

  it('of proceeds and cash that differ from the amount hold the trade, whichever is larger', () => {
    const sold = read(
      'Date,Type,ISIN,Quantity,Avg cost,Total cost,Proceeds',
      '2024-05-03,Buy,IE00B3RBWM25,10,101.25,1012.50,',
      '2024-05-14,Sell,IE00B3RBWM25,5,101.25,506.25,520.00',
    );
    expect(chosen(sold)).toEqual([2]);
    const worth = read('Date,Type,ISIN,Quantity,Value,Cash', '2024-05-03,Buy,IE00B3RBWM25,10,1050.00,-1012.50');
    expect(chosen(worth)).toEqual([]);
  });

  it('that say whether a trade was settled hold those that were not', () => {
    expect(chosen(read(`${HEADER},Settled?`, `${BUY},Yes`, `${SELL},No`))).toEqual([2]);
  });
});

it('a dividend that was accumulated, by the words beside it, is held', () => {
  const prepared = read(
    `${HEADER},Narrative`,
    '2024-05-03,Income,IE00B3XXRP09,,,12.30,Notional income',
    '2024-05-04,Income,IE00B3XXRP09,,,12.35,',
  );
  expect(chosen(prepared)).toEqual([3]);
});

describe('the words beside a row', () => {
  it('hold it where they name a move between tax wrappers, or a charge that was not read', () => {
    const prepared = read(
      `${HEADER},Comment`,
      `${BUY},Bed & ISA`,
      `${SELL},Consideration plus commission 5.99`,
      `${SELL.replace('05-14', '05-15')},Commission free`,
    );
    expect(chosen(prepared)).toEqual([4]);
    const stated = read(`${HEADER},Commission,Tax Wrapper,Comment`, `${BUY},5.99,ISA,Bed & ISA with commission 5.99`);
    expect(chosen(stated)).toEqual([2]);
  });

  it('hold sales that open a position and purchases that close one', () => {
    const prepared = read(
      `${HEADER},Open/Close`,
      `${BUY},O`,
      `${SELL},C`,
      `${SELL.replace('05-14', '05-15')},Open`,
      `${BUY.replace('05-03', '05-16')},Close`,
    );
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

it('a tax credit was not withheld', () => {
  const prepared = read('Date,Type,ISIN,Gross,Tax credit,Net', '2010-06-27,Dividend,GB00BH4HKS39,63.67,6.37,57.30');
  expect(chosen(prepared)).toEqual([]);
  expect(prepared.rows[0]?.fields?.taxWithheld).toBeUndefined();
});

it('days of two digits each with the year first are not read as days of decades', () => {
  const dated = (...days: readonly string[]): PreparedImport =>
    read(HEADER, ...days.map((day, at) => `${day}${BUY.slice(10).replace(',10,', `,${at + 10},`)}`));
  expect(chosen(dated('24-05-03', '24-06-13', '24-07-23'))).toEqual([]);
  expect(dated('03-05-24', '13-06-24').rows.map(({ fields }) => fields?.transactionDate)).toEqual([
    '2024-05-03',
    '2024-06-13',
  ]);
});

describe('a column without a heading', () => {
  it('of currencies belongs to the figures at its left', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,,Amount,',
      '2024-05-03,Buy,GB0008706128,1000,72.00,GBX,720.00,GBP',
      '2024-05-14,Sell,US0378331005,10,190.00,USD,1900.00,USD',
    );
    expect(amounts(prepared)).toEqual([720, 1425]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('with anything else makes the row too wide', () => {
    const prepared = read(HEADER, `${BUY},GBP`, `${SELL},7`);
    expect(prepared.rows.map(({ status }) => status)).toEqual(['error', 'error']);
  });
});

describe('a column called Amount', () => {
  it('holds the units where they and the price make another column', () => {
    const prepared = read(
      'Date,Type,ISIN,Amount,Price,Commission,Total',
      '2024-05-03,Buy,IE00B3RBWM25,10,101.25,5.00,1017.50',
      '2024-05-14,Sell,IE00B3XXRP09,20,75.20,5.00,1499.00',
    );
    expect(prepared.rows.map(({ fields }) => fields?.quantity)).toEqual([10, 20]);
    expect(amounts(prepared)).toEqual([1012.5, 1504]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('holds the amount where nothing proves units', () => {
    const prepared = read('Date,Type,ISIN,Amount,Price,Total', '2024-05-03,Buy,IE00B3RBWM25,10,101.25,999.00');
    expect(prepared.rows.map(({ fields }) => fields)).toEqual([null]);
  });
});

describe('a ledger of cash without a column of types', () => {
  const header = 'Posted,Narrative,Money in,Money out,Balance';

  it('is read by its texts', () => {
    const prepared = read(
      header,
      '2024-05-03,Deposit,500.00,,500.00',
      '2024-05-14,Service fee,,5.00,495.00',
      '2024-05-15,Gross interest,0.40,,495.40',
      '2024-05-16,A text that names no type,7.00,,502.40',
    );
    expect(prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.cashAmount])).toEqual([
      ['DEPOSIT', 500],
      ['FEE', 5],
      ['CASH_INTEREST', 0.4],
      [undefined, undefined],
    ]);
    expect(chosen(prepared)).toEqual([2, 3, 4]);
  });

  it('is asked about where most texts name none', () => {
    expect(() => read(header, '2024-05-03,Salary,500.00,,500.00', '2024-05-14,Deposit,5.00,,505.00')).toThrow();
  });

  it('may have dividends of securities', () => {
    const prepared = read(
      'Date,Details,ISIN,Debit,Credit,Balance',
      '2024-05-03,Dividend Vodafone Group plc,GB00BH4HKS39,,20.00,20.00',
      '2024-05-14,Custody fee,,5.00,,15.00',
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['DIVIDEND', 'FEE']);
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

describe('a column of payments', () => {
  it('is the amount where there is no other', () => {
    const prepared = read('Payment date,Type,ISIN,Payment', '2024-05-03,Dividend,GB00BH4HKS39,£20.00');
    expect(amounts(prepared)).toEqual([20]);
    expect(chosen(prepared)).toEqual([2]);
  });
});

it('an interest whose name says only that it is interest is interest on cash', () => {
  const prepared = read('Date,Type,Description,Amount', '2024-05-03,Interest,Daily interest,0.10');
  expect(prepared.rows[0]?.fields?.transactionType).toBe('CASH_INTEREST');
});

it.each(['Dividend', 'Net dividend (p)'])('a list of dividends of one share is not read as payments: %s', (heading) => {
  const prepared = read(
    `Payment date,Security,ISIN,Shares held,${heading}`,
    '2024-05-03,BP plc,GB0007980591,1000,0.05',
  );
  expect(prepared.rows.map(({ fields }) => fields)).toEqual([null]);
});

it('a list of dividends whose heading alone says so is read as such', () => {
  const prepared = read(
    'Payment date,Security,Shares held,Rate (p),Net dividend (£)',
    '2024-05-03,BP plc,1000,5.00,50.00',
    '2024-08-02,Vodafone Group plc,1000,2.00,20.00',
  );
  expect(prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.consideration])).toEqual([
    ['DIVIDEND', 50],
    ['DIVIDEND', 20],
  ]);
  expect(chosen(prepared)).toEqual([2, 3]);
});

it('an interest whose details may name a security is held', () => {
  const prepared = read(
    'Date,Type,Details,Paid out,Paid in',
    '2024-05-03,Interest,"Interest on cash, May 2024",,2.33',
    '2024-05-14,Interest,Unilever plc loan stock interest,,25.00',
    '2024-05-15,Deposit,From my bank,,100.00',
  );
  expect(chosen(prepared)).toEqual([2, 4]);
});

it('the income of a gilt is interest, whatever a file calls it', () => {
  const prepared = read(
    'Date,Type,ISIN,Quantity,Amount',
    '2024-06-07,Income,GB00BK5CVX03,10000,31.25',
    '2024-06-07,Dividend,IE00B3RBWM25,10,4.25',
  );
  expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['INTEREST', 'DIVIDEND']);
  expect(prepared.rows.map(({ remarks }) => remarks)).toEqual([
    ['A gilt pays interest, so its income was read as such.'],
    [],
  ]);
});

it('a trade is held beside a row of the same units and amount whose text says that it reverses one', () => {
  const prepared = read(
    `${HEADER},Comment`,
    `${BUY},`,
    `${BUY.replace('05-03', '04-03')},`,
    '2024-05-07,Sell,IE00B3RBWM25,10,101.25,1012.50,Cancellation of 03/05',
    `${SELL},`,
  );
  expect(chosen(prepared)).toEqual([3, 5]);
  expect(prepared.rows[0]?.notes).toEqual(['Row 4 may reverse this row. Check both.']);
});
