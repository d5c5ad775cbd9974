import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import type { Money, Pounds, Price, Quantity } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { cleanText, guardFormula, unguardFormula } from '../cells/cell-text.ts';
import { acceptRows } from '../import/accept-rows.ts';
import { prepareImport, type PreparedImport } from '../import/prepare-import.ts';
import { readTable } from '../source/read-table.ts';
import { capitalGainsCsv } from './export-capital-gains.ts';
import { transactionsCsv, transactionsFileName, type ExportNames } from './export-transactions.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const today = '2026-11-21' as IsoDate;
const account = { id: '0197a000-0000-7000-8000-000000000001', name: '=Main, "Account"' };
const broker = { id: '0197a000-0000-7000-8000-000000000002', name: "'-Broker" };
const names: ExportNames = { account: () => account.name, broker: () => broker.name, asset: (isin) => `@${isin}` };
const record: Transaction = {
  id: '0197a000-0000-7000-8000-00000000000a',
  transactionType: 'BUY',
  transactionDate: '2025-05-22' as IsoDate,
  brokerId: broker.id,
  brokerDealReference: '+R1',
  accountId: account.id,
  taxWrapper: 'DEALING',
  isin: 'GB00BH4HKS39',
  quantity: 0.1234567891 as Quantity,
  nativePrice: 71.54 as Price,
  localPrice: 1e-7 as Price,
  consideration: 1073.1 as Pounds,
  brokerCharge: 8 as Pounds,
  stampDuty: 5.37 as Pounds,
  fxCharge: 0 as Pounds,
  accruedInterest: -0.5 as Pounds,
};
const event = {
  ...record,
  isin: '',
  quantity: null,
  nativePrice: null,
  localPrice: null,
  consideration: 0 as Pounds,
  brokerCharge: 0 as Pounds,
  stampDuty: 0 as Pounds,
  accruedInterest: 0 as Pounds,
};
const others: readonly Transaction[] = [
  record,
  {
    ...record,
    id: '0197a000-0000-7000-8000-00000000000b',
    transactionType: 'SPLIT',
    quantity: -5 as Quantity,
    nativePrice: null,
    localPrice: null,
    ratioNew: 1,
    ratioOld: 2,
    brokerDealReference: '',
  },
  {
    ...record,
    id: '0197a000-0000-7000-8000-00000000000c',
    transactionType: 'DEMERGER',
    relatedIsin: 'IE00B3RBWM25',
    costFraction: 0.25 as never,
    smallTreatment: 'deduct',
    transferId: '0197a000-0000-7000-8000-0000000000ff',
    incomeDate: '2025-06-01' as IsoDate,
  },
  {
    ...record,
    id: '0197a000-0000-7000-8000-00000000000d',
    transactionType: 'ISIN_CHANGE',
    quantity: null,
    relatedIsin: 'IE00B3RBWM25',
  },
  {
    ...record,
    id: '0197a000-0000-7000-8000-00000000000e',
    transactionType: 'DIVIDEND',
    consideration: 85 as Pounds,
    grossIncome: 100 as Pounds,
    taxWithheld: 15 as Pounds,
    taxCountry: 'US',
    settlementDate: '2025-05-26' as IsoDate,
    cashAmount: 115.34 as Money,
    cashCurrency: 'USD',
  },
  {
    ...event,
    id: '0197a000-0000-7000-8000-00000000000f',
    transactionType: 'CONTRIBUTION',
    contributionKind: 'GOVERNMENT_BONUS',
    cashAmount: 62.5 as Money,
    cashCurrency: 'GBP',
  },
  {
    ...event,
    id: '0197a000-0000-7000-8000-000000000010',
    transactionType: 'CASH_TRANSFER_OUT',
    transferId: '0197a000-0000-7000-8000-0000000000fe',
    cashAmount: 1234.56 as Money,
    cashCurrency: 'EUR',
  },
];

function readBack(csv: string, stored: readonly Transaction[] = []): PreparedImport {
  const table = readTable(new TextEncoder().encode(csv), tools);
  if ('ok' in table) throw new Error(table.message);
  const prepared = prepareImport(
    table,
    { accounts: [account], brokers: [broker], assets: [], transactions: stored },
    { today },
  );
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}
const accept = (prepared: PreparedImport): readonly Transaction[] =>
  acceptRows(prepared, {
    selected: new Set(prepared.rows.map((row) => row.rowNumber)),
    createAccounts: [],
    newId: () => 'fresh',
  }).transactions;

describe('transactionsCsv', () => {
  const csv = transactionsCsv(others, names);

  it('is RFC 4180 with a byte order mark and guards text, not numbers', () => {
    const [header, first] = csv.split('\r\n');
    expect(header).toBe(
      '\uFEFFId,Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Native Price,Local Price,Consideration,Broker Charge,Stamp Duty,FX Charge,Accrued Interest,Reference,Related ISIN,Ratio New,Ratio Old,Value After,Cost Fraction,Small Treatment,Income Date,Transfer Id,Cash Amount,Cash Currency,Cash Settlement Date,Contribution Kind,Gross Income,Tax Withheld,Tax Country,Account Id,Broker Id',
    );
    expect(first).toBe(
      `${record.id},2025-05-22,Buy,GB00BH4HKS39,'@GB00BH4HKS39,"'=Main, ""Account""",''-Broker,DEALING,0.1234567891,71.54,0.0000001,1073.1,8,5.37,0,-0.5,'+R1,,,,,,,,,,,,,,,,${account.id},${broker.id}`,
    );
  });

  it('reads back as the same records', () => {
    const prepared = readBack(csv);
    expect(prepared.content.profileName).toBe('Holdfast export');
    expect(prepared.rows.flatMap((row) => row.errors)).toEqual([]);
    expect(accept(prepared)).toEqual(others);
  });

  it('has only duplicates where its records are stored, and says where they differ', () => {
    const prepared = readBack(csv, [
      record,
      { ...(others[1] ?? record), quantity: -6 as Quantity },
      ...others.slice(2),
    ]);
    expect(prepared.content.summary).toMatchObject({ duplicateCount: 7, validCount: 0 });
    expect(prepared.rows.map((row) => row.duplicate?.kind === 'sameId' && row.duplicate.changed)).toEqual([
      false,
      true,
      ...others.slice(2).map(() => false),
    ]);
    expect(accept(prepared).map((transaction) => transaction.id)).toEqual(others.map(() => 'fresh'));
  });

  it('names files as specified', () => {
    expect(transactionsFileName('2026-11-21', null)).toBe('transactions-export-2026-11-21.csv');
    expect(transactionsFileName('2026-11-21', 3)).toBe('transactions-export-selected-3-2026-11-21.csv');
  });
});

it('reads back any stored record', () => {
  const figure = fc.oneof(
    fc.integer({ min: 1, max: 1e9 }),
    fc.integer({ min: 1, max: 1e9 }).map((value) => value / 1000),
    fc.integer({ min: 1, max: 1e9 }).map((value) => value / 1e10),
  );
  const reference = fc
    .oneof(
      fc.constantFrom('', 'n/a', '-', "'", '=1', "''+1", '1,234', '="x"'),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    )
    .map((text) => text.replace(/\p{Cc}/gu, '').trim());
  const stored = fc
    .record({
      quantity: figure,
      localPrice: fc.option(figure),
      consideration: figure,
      brokerCharge: figure,
      brokerDealReference: reference,
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map(({ quantity, localPrice, consideration, brokerCharge, brokerDealReference, day }): Transaction => ({
      ...record,
      quantity: quantity as Quantity,
      nativePrice: null,
      localPrice: localPrice as Price | null,
      consideration: consideration as Pounds,
      brokerCharge: brokerCharge as Pounds,
      brokerDealReference,
      transactionDate: `2025-03-${String(day).padStart(2, '0')}` as IsoDate,
    }));
  fc.assert(
    fc.property(fc.array(stored, { minLength: 1, maxLength: 5 }), (transactions) => {
      const unique = transactions.map((transaction, index) => ({
        ...transaction,
        id: `0197a000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
      }));
      const back = accept(readBack(transactionsCsv(unique, names)));
      expect(back).toEqual(unique);
    }),
    runs(100, 2000),
  );
});

it('puts a guard before any unsafe text and removes exactly that guard on reading', () => {
  expect(['=1', '+1', '-1', '@x', "'=1", "''@x", 'a=1', "'a"].map(guardFormula)).toEqual([
    "'=1",
    "'+1",
    "'-1",
    "'@x",
    "''=1",
    "'''@x",
    'a=1',
    "'a",
  ]);
  fc.assert(fc.property(fc.string(), (text) => unguardFormula(guardFormula(text)) === text));
  fc.assert(fc.property(fc.string(), (text) => !/^[=+\-@\t\r]/u.test(guardFormula(text))));
});

it('removes invisible characters from names and keeps the rest', () => {
  expect(cleanText('Vanguard \u202EEW\u202C')).toBe('Vanguard EW');
  expect(cleanText(' Vodafone\nGroup\u2028plc ')).toBe('Vodafone Group plc');
  expect(cleanText('="0012"')).toBe('0012');
});

it('writes the capital gains of 001 §7', () => {
  const csv = capitalGainsCsv([
    {
      disposalDate: '2024-04-06' as IsoDate,
      isin: 'GB00BH4HKS39',
      assetName: 'Vodafone, plc',
      accountName: 'Main',
      taxWrapper: 'DEALING',
      quantityDisposed: 10 as Quantity,
      disposalProceeds: 1234.565 as Pounds,
      allowableCost: 1000 as Pounds,
      capitalGain: 234.565 as Pounds,
    },
  ]);
  expect(csv).toBe(
    '\uFEFFDisposal Date,ISIN,Asset Name,Account,Tax Wrapper,Quantity,Proceeds,Cost,Gain/Loss\r\n06/04/2024,GB00BH4HKS39,"Vodafone, plc",Main,DEALING,10.000000,1234.57,1000.00,234.57\r\n',
  );
});
