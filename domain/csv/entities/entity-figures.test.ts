/** Figures of records' files that a spreadsheet has written in another form are proved, or named as errors. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Money } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { ACCOUNT_COLUMNS, prepareAccounts } from './accounts.ts';
import { ASSET_COLUMNS, prepareAssets } from './assets.ts';
import { BROKER_CASH_COLUMNS, prepareBrokerCash } from './broker-cash-balances.ts';
import { readEntityFile, type EntityColumns, type EntityFile } from './entity-file.ts';
import type { EntityImportRow } from './entity-import.ts';
import { PRICE_COLUMNS, preparePrices } from './prices.ts';
import { preparePropertyPrices, PROPERTY_PRICE_COLUMNS } from './property-prices.ts';
import { prepareSavings, SAVINGS_COLUMNS } from './savings-accounts.ts';

function read<F extends string>(lines: readonly string[], columns: EntityColumns<F>): EntityFile<F> {
  const tools = {
    parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  };
  const file = readEntityFile(new TextEncoder().encode(lines.join('\n')), tools, columns);
  if (!file.ok) throw new Error(file.message);
  return file;
}

/** Of each row the stored value of a field, or its errors. */
function outcomes(rows: readonly EntityImportRow<object, unknown>[], field: string): readonly unknown[] {
  return rows.map(({ record, errors }) =>
    record === null ? errors.map(({ message }) => message) : (Reflect.get(record, field) as unknown),
  );
}

const prices = (...lines: string[]) =>
  preparePrices(read(lines, PRICE_COLUMNS), {
    isin: 'IE00B3XXRP09',
    denomination: 'GBP',
    stored: [],
    trades: [],
    today: '2026-11-27' as IsoDate,
  });
const values = (...lines: string[]) =>
  preparePropertyPrices(read(lines, PROPERTY_PRICE_COLUMNS), {
    property: {
      id: 'home',
      name: 'Home',
      currency: 'GBP',
      datePurchased: '2020-01-31' as IsoDate,
      purchasePrice: 200_000 as Money,
    },
    prices: [],
  });
const cash = (...lines: string[]) =>
  prepareBrokerCash(read(lines, BROKER_CASH_COLUMNS), {
    accounts: [{ id: 'alex', name: 'Alex' }],
    brokers: [{ id: 'aj', name: 'AJ Bell' }],
    balances: [],
  });
const savings = (...lines: string[]) =>
  prepareSavings(read(['Bank;Type;Opened;Balance;Balance Date;Rate', ...lines], SAVINGS_COLUMNS), {
    accounts: [{ id: 'alex', name: 'Alex' }],
    bankNames: [{ id: 'nw', name: 'Nationwide' }],
    savingsAccounts: [],
    defaultAccountId: 'alex',
  });

const UNPROVED = 'written so, because nothing in the file tells thousands from decimals.';

describe('A figure that is a thousand or little more than 1', () => {
  it('is an error in a file with semicolons that proves neither mark, and the error names both readings', () => {
    expect(outcomes(values('Date;Price', '31/01/2024;250.000', '29/02/2024;250000'), 'price')).toEqual([
      [`Price "250.000" is not valid: expected 250.0000 or 250000, ${UNPROVED}`],
      250_000,
    ]);
    expect(outcomes(prices('Date;Price', '31/01/2024;1,234'), 'closePrice')).toEqual([
      [`Price "1,234" is not valid: expected 1.2340 or 1234, ${UNPROVED}`],
    ]);
  });

  it('is read by the mark that another figure proves, a percentage too, which is never a thousand', () => {
    expect(outcomes(values('Date;Price', '31/01/2024;250.000', '29/02/2024;255.000,50'), 'price')).toEqual([
      250_000, 255_000.5,
    ]);
    const rows = savings('Nationwide;Saver;13/05/2024;1.234;13/05/2026;4,125 %');
    expect(outcomes(rows, 'latestBalance')).toEqual([1234]);
    expect(outcomes(rows, 'interestRate')).toEqual([0.041_25]);
  });

  it('is a rate that may be a fraction, unless a percent sign says that it is none', () => {
    expect(outcomes(savings('Nationwide;Saver;13/05/2024;100.50;13/05/2026;0.0415'), 'interestRate')).toEqual([
      ['Interest Rate "0.0415" is not valid: expected 0.0415% with its sign, or 4.15.'],
    ]);
    expect(outcomes(savings('Nationwide;Saver;13/05/2024;100.50;13/05/2026;0.0415%'), 'interestRate')).toEqual([
      0.000_415,
    ]);
    expect(outcomes(savings('Nationwide;Saver;13/05/2024;100.50;13/05/2026;0.25'), 'interestRate')).toEqual([0.0025]);
  });

  it('is read in the British way in a file with commas', () => {
    expect(outcomes(values('Date,Price', '31/01/2024,"250,000"'), 'price')).toEqual([250_000]);
    expect(outcomes(prices('Date,Price', '31/01/2024,1.234'), 'closePrice')).toEqual([1.234]);
  });
});

describe('Cells that are not of their column', () => {
  it('make the row an error where a thousands separator without quotation marks moves them', () => {
    expect(outcomes(prices('Date,Price', '2024-02-01,1,085.50', '2024-02-02,85.50,'), 'closePrice')).toEqual([
      [
        'Row "085.50" is not valid: expected no cell to the right of the last column; a figure such as 1,085.50 needs quotation marks.',
      ],
      85.5,
    ]);
  });

  it('are errors: a percent sign in an amount, a currency in a percentage', () => {
    expect(outcomes(prices('Date,Price', '2024-02-01,5%'), 'closePrice')).toEqual([
      ['Price "5%" is not valid: expected a number.'],
    ]);
    expect(outcomes(savings('Nationwide;Saver;13/05/2024;100.50;13/05/2026;4.25p'), 'interestRate')).toEqual([
      ['Interest Rate "4.25p" is not valid: expected a percentage from 0 to 100, such as 4.32.'],
    ]);
  });
});

it('a header that is repeated below is not a record, but a name in a plain list is', () => {
  const named = (...lines: string[]) => outcomes(prepareAccounts(read(lines, ACCOUNT_COLUMNS), []), 'name');
  expect(named('Id,Name', ',Alex', 'ID,NAME', ',Sam')).toEqual(['Alex', 'Sam']);
  expect(named('Name', 'Alex', 'Name')).toEqual(['Alex', 'Name']);
});

it('of two columns for one figure, the one with our own heading is read', () => {
  expect(outcomes(prices('Date,Last,Price', '2024-02-01,85,86'), 'closePrice')).toEqual([86]);
});

describe('Pence are not taken for pounds', () => {
  it('in the currency column of balances', () => {
    const rows = cash(
      'Account,Broker,Tax Wrapper,Cash Balance,Currency,Last Updated',
      'Alex,AJ Bell,ISA,250,Pounds,2026-02-01',
      'Alex,AJ Bell,SIPP,12345,GBp,2026-02-01',
    );
    expect(outcomes(rows, 'currency')).toEqual(['GBP', ['Currency "GBX" is not valid: expected GBP, USD or EUR.']]);
  });

  it('as the denomination of an asset', () => {
    const file = read(
      [
        'Name,ISIN,Type,Category,TER,Denomination',
        'A,GB0002634946,Equity,UK Total Stock Market,0.22%,GBp',
        'B,GB0007188757,Equity,UK Total Stock Market,0.22,',
      ],
      ASSET_COLUMNS,
    );
    expect(outcomes(prepareAssets(file, []), 'denomination')).toEqual(['GBX', 'GBP']);
  });
});

describe('The unit in a heading', () => {
  it('is the unit of the figures below it', () => {
    expect(outcomes(prices('Date,Price (p)', '2024-02-01,8500', '2024-02-02,£86'), 'closePrice')).toEqual([85, 86]);
    expect(outcomes(prices('Date,Close GBX', '2024-02-01,"8,500"'), 'closePrice')).toEqual([85]);
    const rows = cash(
      'Account,Broker,Tax Wrapper,Cash Balance ($),Last Updated',
      'Alex,AJ Bell,ISA,250,2026-02-01',
      'Alex,AJ Bell,ISA,£250,2026-02-01',
    );
    expect(outcomes(rows, 'currency')).toEqual(['USD', 'GBP']);
  });

  it('is an error where the figures have another one', () => {
    expect(outcomes(prices('Date,Price ($)', '2024-02-01,85'), 'closePrice')).toEqual([
      ['Currency "USD" is not valid: expected GBP, in which the prices of this asset are stated.'],
    ]);
  });
});

it('two prices of one day contradict each other; the same twice is a duplicate', () => {
  const rows = prices('Date,Price', '2024-02-01,85', '2024-02-01,86', '2024-02-01,85');
  expect(rows.map(({ status }) => status)).toEqual(['valid', 'error', 'duplicate']);
  expect(outcomes(rows.slice(1, 2), 'closePrice')).toEqual([
    ['Price "86" is not valid: expected 85, as row 2 states for the same day.'],
  ]);
});

it('an Id that names two different records is an error of the second', () => {
  const id = '0190b0a0-0000-7000-8000-000000000001';
  const rows = prepareAccounts(read(['Id,Name', `${id},Alex`, `${id.toUpperCase()},Sam`], ACCOUNT_COLUMNS), []);
  expect(rows.map((row) => row.status)).toEqual(['valid', 'error']);
  expect(rows[1]?.errors[0]?.message).toContain('another than in row 2');
});
