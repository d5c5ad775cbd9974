import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Fraction, Money, Pounds } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { BrokerCashBalance, SavingsAccount } from '../../records/records.ts';
import type { CsvTools } from '../source/read-table.ts';
import { BROKER_CASH_COLUMNS, brokerCashCsv, prepareBrokerCash } from './broker-cash-balances.ts';
import { readEntityFile, type EntityColumns, type EntityFile, type EntityReading } from './entity-file.ts';
import { summaryOf } from './entity-import.ts';
import { prepareSavings, SAVINGS_COLUMNS, savingsAccountsCsv, savingsTemplateCsv } from './savings-accounts.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};

function read<F extends string>(text: string, columns: EntityColumns<F>, reading: EntityReading = {}): EntityFile<F> {
  const file = readEntityFile(new TextEncoder().encode(text), tools, columns, reading);
  if (!file.ok) throw new Error([file.message, ...file.errors].join('\n'));
  return file;
}

function refusal(text: string, limit?: number): string {
  try {
    read(text, SAVINGS_COLUMNS, limit === undefined ? {} : { limit });
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

const accounts = [
  { id: 'alex', name: 'Alex' },
  { id: 'sam', name: 'Sam' },
];
const bankNames = [
  { id: 'nw', name: 'Nationwide' },
  { id: 'ch', name: 'Chase' },
];
const savings: SavingsAccount & { bankName: string; accountName: string } = {
  id: '0190b0a0-0000-7000-8000-000000000001',
  bankNameId: 'nw',
  bankName: 'Nationwide',
  accountType: 'Cash ISA',
  accountId: 'alex',
  accountName: 'Alex',
  accountOpenDate: '2020-05-01' as IsoDate,
  accountCloseDate: null,
  latestBalance: 1200.5 as Pounds,
  latestBalanceDate: '2025-12-31' as IsoDate,
  interestRate: 0.0432 as Fraction,
  accountReference: '=1+1',
  sortCode: '20-36-43',
  accountNumber: '12345678',
  notes: 'First line\nsecond, "quoted"',
};
const none = { accounts, bankNames, savingsAccounts: [], defaultAccountId: 'alex' };
const HEADER = 'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date';

describe('savings accounts as CSV', () => {
  it('come back from our export as the same records, with formulas made harmless in the file', () => {
    const csv = savingsAccountsCsv([savings]);
    expect(csv).toContain("'=1+1");
    expect(csv).toContain(',4.32,');
    const [row] = prepareSavings(read(csv, SAVINGS_COLUMNS), none);
    const { id: _id, bankName: _bank, accountName: _account, ...fields } = savings;
    expect(row).toMatchObject({ status: 'valid', fileId: savings.id, record: fields });
  });

  it('are duplicates of stored accounts with the same Id or the same content', () => {
    const csv = savingsAccountsCsv([savings]);
    expect(
      prepareSavings(read(csv, SAVINGS_COLUMNS), {
        ...none,
        savingsAccounts: [{ ...savings, accountType: 'Renamed' }],
      })[0],
    ).toMatchObject({ status: 'duplicate', repeats: 'id', selected: false });
    const other = { ...savings, id: '0190b0a0-0000-7000-8000-000000000002' };
    expect(prepareSavings(read(csv, SAVINGS_COLUMNS), { ...none, savingsAccounts: [other] })[0]).toMatchObject({
      status: 'duplicate',
      repeats: 'match',
      duplicateOf: other.id,
      duplicateInfo: { matchDetails: 'Already recorded: Nationwide, Cash ISA, =1+1.' },
    });
    expect(
      prepareSavings(read(csv, SAVINGS_COLUMNS), { ...none, savingsAccounts: [{ ...other, accountId: 'sam' }] })[0]
        ?.status,
    ).toBe('valid');
    expect(
      prepareSavings(read(csv, SAVINGS_COLUMNS), {
        ...none,
        savingsAccounts: [{ ...other, accountNumber: '87654321' }],
      })[0]?.status,
    ).toBe('valid');
  });

  it.each([
    ['comma', ','],
    ['tab', '\t'],
    ['semicolon', ';'],
    ['pipe', '|'],
  ])('are read with a %s between cells', (_name, separator) => {
    const cells = ['nationwide', 'Savings', '01/05/2021', '"£1,234.56"', '31 December 2025'];
    const [row] = prepareSavings(
      read([HEADER.replaceAll(',', separator), cells.join(separator)].join('\n'), SAVINGS_COLUMNS),
      none,
    );
    expect(row?.record).toMatchObject({
      bankNameId: 'nw',
      accountId: 'alex',
      accountOpenDate: '2021-05-01',
      latestBalance: 1234.56,
      latestBalanceDate: '2025-12-31',
      interestRate: null,
    });
  });

  it('fill the template of the import page', () => {
    expect(savingsTemplateCsv().trim()).toBe(
      '\uFEFFBank Name,Account Type,Account Open Date,Account Close Date,Latest Balance,Latest Balance Date,Interest Rate,Account Reference,Sort Code,Account Number,Notes'.trim(),
    );
    const [row] = prepareSavings(
      read(
        `${savingsTemplateCsv()}Chase,Saver,2024-01-02,,10,2025-01-31,4.32%,,20-36-43,12345678,\r\n`,
        SAVINGS_COLUMNS,
      ),
      none,
    );
    expect(row?.record).toMatchObject({
      bankNameId: 'ch',
      interestRate: 0.0432,
      sortCode: '20-36-43',
      accountNumber: '12345678',
    });
  });

  it('have a column for the cash ISA mark only where an account has the mark', () => {
    const account = (isCashIsa: string) =>
      prepareSavings(
        read(`${HEADER},Cash ISA\nChase,Saver,2024-01-02,10,2025-01-31,${isCashIsa}\n`, SAVINGS_COLUMNS),
        none,
      )[0];
    expect(['Yes', 'no', ''].map((cell) => account(cell)?.record?.isCashIsa)).toEqual([true, false, undefined]);
    expect(account('perhaps')?.errors.map(({ field }) => field)).toEqual(['isCashIsa']);
    const record = account('Yes')?.record;
    if (record == null) throw new Error('the row was not read');
    const listed = { ...record, id: 's', bankName: 'Chase', accountName: 'Alex' };
    const { isCashIsa: _isCashIsa, ...unmarked } = listed;
    const csv = savingsAccountsCsv([listed, { ...unmarked, accountType: 'Other' }]);
    expect(
      prepareSavings(read(csv, SAVINGS_COLUMNS), { ...none, defaultAccountId: 'alex' }).map(
        (row) => row.record?.isCashIsa,
      ),
    ).toEqual([true, undefined]);
    expect(savingsAccountsCsv([unmarked])).not.toContain('Cash ISA');
  });

  it("take a value typed over a cell in place of the cell, with figures in the file's own format", () => {
    const file = [
      HEADER.replaceAll(',', ';'),
      'Nowhere;Savings;01/05/2021;1.234,50;31/12/2025',
      'Chase;Saver;01/05/2021;soon;31/12/2025',
    ].join('\n');
    const judge = (edits: EntityReading['edits']) =>
      prepareSavings(read(file, SAVINGS_COLUMNS, edits === undefined ? {} : { edits }), none);
    expect(judge(undefined).map(({ status, errors }) => [status, errors.map(({ field }) => field)])).toEqual([
      ['error', ['bankNameId']],
      ['error', ['latestBalance']],
    ]);
    const rows = judge(
      new Map([
        [2, { bankName: 'Nationwide', accountReference: '1.5', interestRate: '4.5' }],
        [3, { latestBalance: '10.50', accountOpenDate: '2 Jun 2021' }],
      ]),
    );
    expect(rows.map(({ status, record }) => [status, record])).toMatchObject([
      ['valid', { bankNameId: 'nw', latestBalance: 1234.5, accountReference: '1.5', interestRate: 0.045 }],
      ['valid', { latestBalance: 10.5, accountOpenDate: '2021-06-02' }],
    ]);
  });

  it('name every fault of a row with its column, value and what was expected', () => {
    const rows = prepareSavings(
      read(
        `${HEADER},Interest Rate,Sort Code,Associated Account\nFirst Bank,,32/13/2020,lots,2025-12-31,150,1,Nobody\n`,
        SAVINGS_COLUMNS,
      ),
      none,
    );
    expect(rows[0]?.errors.map(({ message }) => message)).toEqual([
      'Bank Name "First Bank" is not valid: expected a bank in the list, which an administrator can extend.',
      'Account "Nobody" is not valid: expected one of your accounts.',
      'Interest Rate "150" is not valid: expected a percentage from 0 to 100, such as 4.32.',
      'Account Type is required: expected an account type such as Savings.',
      'Account Open Date "32/13/2020" is not valid: expected a date as yyyy-MM-dd, from 1800 to 2200.',
      'Latest Balance "lots" is not valid: expected a number.',
      'Sort code must be in format XX-XX-XX (e.g., 20-36-43)',
    ]);
    expect(rows[0]).toMatchObject({
      rowNumber: 2,
      status: 'error',
      selected: false,
      record: null,
      shown: { bankName: 'First Bank', latestBalance: null },
    });
  });

  it('are in pounds: a balance in another currency is an error', () => {
    const rows = prepareSavings(
      read(
        `${HEADER}\nChase,Saver,2024-01-02,"€1,000",2025-01-31\nChase,Saver,2024-01-02,"£1,000",2025-01-31\n`,
        SAVINGS_COLUMNS,
      ),
      none,
    );
    expect(rows.map(({ record, errors }) => record?.latestBalance ?? errors.map(({ message }) => message))).toEqual([
      ['Latest Balance "€1,000" is not valid: expected an amount in pounds.'],
      1000,
    ]);
  });

  it('count a row that repeats one above it', () => {
    const line = 'Chase,Saver,2024-01-02,10,2025-01-31';
    const rows = prepareSavings(read(`${HEADER}\n${line}\n${line}\n`, SAVINGS_COLUMNS), none);
    expect(summaryOf(rows)).toEqual({ totalRows: 2, validCount: 1, duplicateCount: 1, errorCount: 0 });
    expect(rows[1]?.duplicateInfo?.matchDetails).toBe('The same account as row 2 of this file.');
  });

  it('are refused as a whole, with the reason, when the file has no savings accounts', () => {
    expect(refusal('')).toBe('The file is empty.');
    expect(refusal(`${HEADER}\n`)).toBe('The file has a header row but no records.');
    expect(refusal('Bank Name,Account Type\nChase,Saver\n')).toBe(
      'The file has no column "Account Open Date", "Latest Balance", "Latest Balance Date".',
    );
    expect(refusal('a,b\n1,2\n')).toMatch(/^No header row was found: expected the columns Bank Name/u);
    expect(refusal(`${HEADER}\n${'Chase,Saver,2024-01-02,10,2025-01-31\n'.repeat(5001)}`)).toBe(
      'The file has 5,001 records. The largest import is 5,000.',
    );
    expect(refusal(`${HEADER}\nChase,Saver,2024-01-02,10,2025-01-31\n`, 20)).toMatch(/^This file is /u);
  });
});

describe('broker cash balances as CSV', () => {
  const brokers = [{ id: 'ajb', name: 'AJ Bell' }];
  const cash: BrokerCashBalance & { accountName: string; brokerName: string } = {
    id: '0190b0a0-0000-7000-8000-000000000003',
    accountId: 'sam',
    accountName: 'Sam',
    brokerId: 'ajb',
    brokerName: 'AJ Bell',
    taxWrapper: 'ISA',
    cashBalance: 77.1 as Money,
    currency: 'USD',
    notes: '-',
    lastUpdated: '2025-12-31' as IsoDate,
  };

  it('come back from our export as the same records', () => {
    const [row] = prepareBrokerCash(read(brokerCashCsv([cash]), BROKER_CASH_COLUMNS), {
      accounts,
      brokers,
      balances: [],
    });
    expect(row).toMatchObject({
      status: 'valid',
      fileId: cash.id,
      record: {
        accountId: 'sam',
        brokerId: 'ajb',
        taxWrapper: 'ISA',
        cashBalance: 77.1,
        currency: 'USD',
        notes: '-',
        lastUpdated: '2025-12-31',
      },
    });
  });

  it("read a broker's own words, in pounds when no currency is named", () => {
    const [row] = prepareBrokerCash(
      read(
        'Account holder\tPlatform\tAccount type\tAvailable cash\nsam\taj bell\tStocks and Shares ISA\t£1,000\n',
        BROKER_CASH_COLUMNS,
      ),
      { accounts, brokers, balances: [cash] },
    );
    expect(row).toMatchObject({
      status: 'valid',
      record: { taxWrapper: 'ISA', cashBalance: 1000, currency: 'GBP', lastUpdated: null },
    });
  });

  it('are in the currency beside the amount, and an error where a column names another', () => {
    const read1 = (line: string) =>
      prepareBrokerCash(read(`Account,Broker,Tax Wrapper,Balance,Currency\n${line}\n`, BROKER_CASH_COLUMNS), {
        accounts,
        brokers,
        balances: [],
      })[0];
    expect(read1('Sam,AJ Bell,ISA,"$1,000",')?.record).toMatchObject({ cashBalance: 1000, currency: 'USD' });
    expect(read1('Sam,AJ Bell,ISA,"$1,000",GBP')?.errors.map(({ message }) => message)).toEqual([
      'Currency "GBP" is not valid: expected USD, the currency of the balance.',
    ]);
  });

  it('are duplicates of the balance of the same place and currency', () => {
    const [row] = prepareBrokerCash(
      read('Account,Broker,Tax Wrapper,Balance,Currency\nSam,AJ Bell,ISA,1,usd\n', BROKER_CASH_COLUMNS),
      { accounts, brokers, balances: [cash] },
    );
    expect(row).toMatchObject({ status: 'duplicate', duplicateOf: cash.id });
    expect(row?.duplicateInfo?.matchDetails).toBe(
      'Already recorded: Sam, AJ Bell, ISA, USD of 31/12/2025. Importing this row replaces that balance.',
    );
  });

  it('name every fault of a row', () => {
    const [row] = prepareBrokerCash(
      read('Account,Broker,Tax Wrapper,Balance,Currency\nNobody,Nowhere,GIB,-1,CHF\n', BROKER_CASH_COLUMNS),
      { accounts, brokers, balances: [] },
    );
    expect(row?.errors.map(({ message }) => message)).toEqual([
      'Account "Nobody" is not valid: expected one of your accounts.',
      'Broker "Nowhere" is not valid: expected a broker in the list.',
      'Tax Wrapper "GIB" is not valid: expected DEALING, SIPP, ISA, LISA, SPECULATIVE or JISA.',
      'Cash Balance "-1" is not valid: expected a number of 0 or more.',
      'Currency "CHF" is not valid: expected GBP, USD or EUR.',
    ]);
  });
});
