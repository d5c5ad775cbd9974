import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import { cashEventOf } from '../../fields/enums.ts';
import { SEED_BROKERS } from '../../starter/catalogue.ts';
import type { PreparedRow } from '../import/import-content.ts';
import { prepareImport } from '../import/prepare-import.ts';
import type { ImportOptions } from '../import/row-checker.ts';
import { readTable, type CsvTools } from '../source/read-table.ts';
import { unlistedAsset } from '../stored/directory.ts';

const folder = new URL('../../../tests/fixtures/brokers/samples/', import.meta.url);
const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};

interface Expected {
  readonly line: number;
  readonly status: 'valid' | 'needsAsset' | 'event' | 'question' | 'ignored' | 'error';
  readonly sourceLines?: readonly number[];
  readonly transactionDate?: string;
  readonly transactionType?: string;
  readonly subType?: string;
  readonly isin?: string | null;
  readonly ticker?: string | null;
  readonly sedol?: string;
  readonly name?: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly currency?: string;
  readonly consideration?: number;
  readonly considerationCurrency?: string;
  readonly brokerCharge?: number;
  readonly stampDuty?: number;
  readonly fxCharge?: number;
  readonly accruedInterest?: number;
  readonly taxWrapper?: string;
  readonly reference?: string;
  readonly suggestedSplit?: { readonly brokerCharge: number; readonly stampDuty: number };
  readonly message?: string;
  readonly grossIncome?: number;
  readonly taxWithheld?: number;
  readonly taxCountry?: string;
  /** The movement of a cash event, negative for a payment. */
  readonly netAmount?: number;
  readonly contributionKind?: string;
  /** One side of a transfer whose two sides are in the file. */
  readonly linked?: boolean;
  /** The line of which this is a further event. */
  readonly from?: number;
  readonly held?: boolean;
  /** The words that are asked about. */
  readonly words?: string;
}
const { files, catalogue } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
  readonly catalogue: readonly {
    readonly isin: string;
    readonly ticker: string | null;
    readonly sedol: string | null;
    readonly name: string;
  }[];
  readonly files: Readonly<Record<string, { readonly rejectFile?: string; readonly rows: readonly Expected[] }>>;
};
const assets = catalogue.map((entry) => ({
  ...unlistedAsset(entry.isin, entry.isin, entry.name),
  sedol: entry.sedol,
  fetchCode: entry.ticker ?? '',
  ...(entry.isin.startsWith('US') ? { denomination: 'USD' as const } : { priceSource: 'LSE' as const }),
}));
/** Pounds for one unit of any other currency. */
const RATE = 0.75;
/** Dollars for one pound that rows state themselves. */
const OWN_RATES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'revolut-trading-symbols.csv': { 3: 1.2951, 4: 1.29, 5: 1.3289, 8: 1.3415 },
};

/** Lines whose ticker alone does not identify the security: the test answers the question as expected. */
const ASKED: Readonly<Record<string, readonly number[]>> = {
  'halifax-iweb-lloyds-dividends.csv': [2],
  'cgtcalculator-trades.txt': [1, 2, 3],
};

/** Our type for a dividend or purchase that the expectations name by another kind. */
function typeOf(row: Expected): string | undefined {
  const ours: Readonly<Record<string, string>> = {
    NOTIONAL: 'ACCUMULATION',
    EQUALISATION: 'EQUALISATION',
    REINVESTED_INCOME: 'DIVIDEND_REINVESTED',
  };
  return ours[row.subType ?? ''] ?? row.transactionType;
}

function readBytes(
  bytes: Uint8Array,
  options: Partial<ImportOptions> = {},
  brokers = [{ id: 'other', name: 'Other' }],
): ReturnType<typeof prepareImport> {
  const table = readTable(bytes, tools);
  if ('ok' in table) return table;
  const store = {
    accounts: [{ id: 'a', name: 'Main' }],
    brokers,
    assets,
    transactions: [],
  };
  return prepareImport(table, store, {
    today: '2026-11-21' as IsoDate,
    rate: () => String(RATE),
    ...options,
    answers: { 'wrapper:main': 'DEALING', ...options.answers },
  });
}
const read = (
  name: string,
  options: Partial<ImportOptions> = {},
  brokers?: { id: string; name: string }[],
): ReturnType<typeof prepareImport> => readBytes(new Uint8Array(readFileSync(new URL(name, folder))), options, brokers);

const BROKERS: Readonly<Record<string, string>> = {
  'trading212-2026.csv': 'Trading 212',
  'trading212-2024.csv': 'Trading 212',
  'freetrade-2024.csv': 'Freetrade',
  'hl-transaction-summary.csv': 'Hargreaves Lansdown',
  'ajbell-transactionhistory.csv': 'AJ Bell',
  'ii-transactions.csv': 'interactive investor',
  'fidelity-uk-transactionhistory.csv': 'Fidelity UK',
  'vanguard-uk-cash-and-investment.csv': 'Vanguard UK',
  'investengine-GIA_trading_statement.csv': 'InvestEngine',
  'halifax-iweb-lloyds-orders.csv': 'Halifax / iWeb / Lloyds',
  'halifax-iweb-lloyds-dividends.csv': 'Halifax / iWeb / Lloyds',
  'barclays-smart-investor-orders.csv': 'Barclays Smart Investor',
  'ibkr-transaction-history.csv': 'Interactive Brokers',
  'ibkr-activity-statement.csv': 'Interactive Brokers',
  'degiro-transactions-eur.csv': 'DEGIRO',
  'degiro-account-en.csv': 'DEGIRO',
  'etoro-account-activity.csv': 'eToro',
  'revolut-trading-symbols.csv': 'Revolut',
  'ig-share-dealing-trades.csv': 'IG',
  'lightyear-account-statement.csv': 'Lightyear',
  'sharesight-all-trades.csv': 'Sharesight',
  'schwab-transactions.csv': 'Charles Schwab',
  'morganstanley-withdrawals.csv': 'Morgan Stanley',
  'xtb-cash-operations.csv': 'XTB',
  'equateplus-transactions.csv': 'EquatePlus',
  'hsbc-investdirect.csv': 'HSBC',
  'cgtcalculator-trades.txt': 'cgtcalculator.com',
};

it('knows every sample', () => {
  expect([...Object.keys(BROKERS), 'hl-holdings-snapshot.csv'].toSorted()).toEqual(Object.keys(files).toSorted());
});

describe.each(Object.entries(BROKERS))('%s', (name, broker) => {
  const expected = files[name]?.rows ?? [];
  const prepared = read(name);
  if (!prepared.ok) throw new Error(prepared.message);
  const rows = expected.filter((row) => !['event', 'question', 'ignored'].includes(row.status));
  const movements = expected.filter(({ status }) => status === 'event' || status === 'question');
  /** Vanguard's reversal and the row that it reverses are left out unless they are chosen. */
  const isReversal = (row: Expected): boolean => row.subType === 'REVERSAL';

  it('is recognised, and every line is accounted for', () => {
    expect(prepared.content.profileName).toBe(broker);
    expect(prepared.content.datesAmbiguous).toBe(false);
    if (prepared.content.summary.validCount > 0)
      expect(prepared.content.unknownBrokers).toMatchObject([{ name: broker, brokerId: 'other' }]);
    const withLine = [...rows, ...movements].filter(({ from }) => from === undefined);
    const own = prepared.rows.filter(({ remarks }) => !remarks.join(' ').startsWith('Read from line'));
    expect(own.map((row) => row.rowNumber).toSorted((a, b) => a - b)).toEqual(
      withLine.map((row) => row.line).toSorted((a, b) => a - b),
    );
    const said = prepared.content.notices.find((notice) => /cash without a trade/u.test(notice));
    const total = movements.length;
    if (total === 0) expect(said).toBeUndefined();
    else expect(said).toContain(`${total === 1 ? '1 row moves' : `${total} rows move`} cash without a trade: `);
  });

  it('reads cash movements as events, links both sides of conversions, and asks where the kind is not stated', () => {
    const links = new Map<string, number>();
    for (const row of movements) {
      const found = prepared.rows.find(({ rowNumber, remarks, reading: { type } }) =>
        row.from === undefined
          ? rowNumber === row.line
          : remarks.includes(`Read from line ${row.from}.`) && type === row.transactionType,
      );
      const where = `line ${row.from ?? row.line}`;
      expect(found?.errors, where).toEqual([]);
      if (row.status === 'question') {
        expect([found?.status, found?.questions.map(({ kind, label }) => `${kind} ${label}`)], where).toEqual([
          'question',
          [`cashType ${row.words ?? ''}`, 'wrapper Main'].slice(0, row.taxWrapper === undefined ? 2 : 1),
        ]);
        continue;
      }
      expect([found?.status, found?.notes.length], where).toEqual(['valid', row.held === true ? 1 : 0]);
      expect(found?.fields, where).toMatchObject({
        transactionDate: row.transactionDate,
        transactionType: row.transactionType,
        cashAmount: Math.abs(row.netAmount ?? 0),
        cashCurrency: row.currency,
        brokerDealReference: row.reference ?? found?.fields?.brokerDealReference,
        taxWrapper: row.taxWrapper ?? 'DEALING',
        isin: '',
        consideration: 0,
      });
      expect(cashEventOf(row.transactionType ?? '')?.cash, where).toBe((row.netAmount ?? 0) > 0 ? 'in' : 'out');
      expect(found?.fields?.contributionKind, where).toBe(row.contributionKind);
      const link = found?.fields?.transferId;
      expect(link !== undefined, where).toBe(row.linked === true);
      if (link !== undefined) links.set(link, (links.get(link) ?? 0) + 1);
    }
    expect([...links.values()].every((sides) => sides === 2)).toBe(true);
  });

  it.each(rows.map((row) => [row.line, row] as const))('line %i', (line, row) => {
    const found = prepared.rows.find((candidate) => candidate.rowNumber === line);
    if (row.status === 'error') {
      expect(found?.errors.map((error) => error.message)).toEqual([row.message]);
      return;
    }
    if (isReversal(row)) {
      const pair = [found, prepared.rows.find((candidate) => candidate.rowNumber === line - 1)];
      expect(pair.map((one) => [one?.status, one?.errors, one?.notes.join(' ')])).toEqual([
        ['cancelled', [], `Reverses row ${line - 1}. Both rows are left out.`],
        ['cancelled', [], expect.stringContaining(`Reversed by row ${line}`)],
      ]);
      return;
    }
    if (row.isin === null || ASKED[name]?.includes(line) === true) {
      const question = found?.questions[0];
      expect([found?.status, found?.errors]).toEqual(['question', []]);
      expect(question).toMatchObject({ kind: 'security', answer: null });
      expect(question?.text).toContain(row.ticker ?? row.name ?? '');
      expect(prepared.content.questions.map(({ key }) => key)).toContain(question?.key);
      const chosen = read(name, { answers: { [question?.key ?? '']: row.isin ?? 'GB00B41YBW71' } });
      check(chosen.ok ? chosen.rows.find((candidate) => candidate.rowNumber === line) : undefined, {
        ...row,
        isin: row.isin ?? 'GB00B41YBW71',
      });
      return;
    }
    const isReversed = rows.some((other) => isReversal(other) && other.line === line + 1);
    check(found, row, isReversed ? 'cancelled' : 'valid');
  });

  function check(found: PreparedRow | undefined, row: Expected, status = 'valid'): void {
    expect([found?.status, found?.errors]).toEqual([status, []]);
    const fields = found?.fields;
    const type = typeOf(row);
    expect(fields).toMatchObject({
      transactionDate: row.transactionDate,
      transactionType: type,
      isin: row.isin,
      quantity: row.quantity ?? null,
      brokerDealReference: row.reference ?? '',
    });
    const foreign = row.considerationCurrency !== undefined && row.considerationCurrency !== 'GBP';
    if (row.sedol !== undefined) expect(found?.reading.sedolText).toBe(row.sedol);
    if (row.name !== undefined && (row.ticker ?? '') === '' && found?.reading.isinText === '')
      expect(found.reading.assetName).toBe(row.name);
    const own = OWN_RATES[name]?.[found?.rowNumber ?? 0];
    const rate = own === undefined ? RATE : 1 / own;
    const pounds = (value: number | undefined): number => (value ?? 0) * (foreign ? rate : 1);
    for (const field of ['consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest'] as const) {
      // Pounds are the file's own, to the last digit; other amounts are converted at the rate, to the penny.
      if (foreign)
        expect(Math.abs((fields?.[field] ?? Number.NaN) - pounds(row[field])), field).toBeLessThanOrEqual(0.005 + 1e-9);
      else expect(fields?.[field], field).toBe(row[field] ?? 0);
    }
    if (row.taxWrapper !== undefined) expect(fields?.taxWrapper).toBe(row.taxWrapper);
    expect([fields?.grossIncome, fields?.taxWithheld, fields?.taxCountry]).toEqual([
      row.grossIncome,
      row.taxWithheld,
      row.taxCountry,
    ]);
    if (row.suggestedSplit !== undefined) expect(found?.split).toEqual(row.suggestedSplit);
    else expect(found?.split).toBeNull();
    if (row.price === undefined || type === 'DIVIDEND') return;
    const price = row.currency === 'GBP' ? row.price : row.considerationCurrency === 'GBP' ? null : row.price * rate;
    if (price !== null) expect(Math.abs((fields?.localPrice ?? 0) / price - 1), 'price').toBeLessThan(1e-6);
  }
});

it('refuses a valuation by name', () => {
  expect(read('hl-holdings-snapshot.csv')).toMatchObject({
    ok: false,
    message: files['hl-holdings-snapshot.csv']?.rejectFile,
  });
});

it('reads a split of two lines as one change in units with its ratio', () => {
  const prepared = read('trading212-2026.csv');
  expect(prepared.ok && prepared.rows.find((row) => row.rowNumber === 8)?.fields).toMatchObject({
    transactionType: 'SPLIT',
    quantity: 36,
    ratioNew: 10,
    ratioOld: 1,
    consideration: 0,
  });
});

it('splits a charge into stamp duty and dealing charge when asked to', () => {
  const prepared = read('halifax-iweb-lloyds-orders.csv', { splitCharges: true });
  expect(prepared.ok && prepared.rows[0]?.fields).toMatchObject({ brokerCharge: 5, stampDuty: 5.37 });
  expect(prepared.ok && prepared.content.chargeSplits).toBe(1);
});

it('gives the rows of a file to the broker that it was recognised for, under the names that a new server has', () => {
  const brokers = SEED_BROKERS.map((name) => ({ id: name, name }));
  const named = Object.entries(BROKERS).map(([name, broker]) => {
    const prepared = read(name, {}, brokers);
    if (!prepared.ok) throw new Error(prepared.message);
    const own = new Set(
      prepared.rows.flatMap((row) => (row.unknownBroker === null ? (row.fields?.brokerId ?? []) : [])),
    );
    return [broker, [...own], prepared.content.unknownBrokers.map(({ brokerId }) => brokerId)];
  });
  // A new server has no such broker: `Other` is proposed, or the user must choose where several may be meant.
  const missing = ['DEGIRO', 'Lightyear', 'Sharesight', 'Charles Schwab', 'XTB', 'EquatePlus', 'cgtcalculator.com'];
  const stored: Readonly<Record<string, string>> = {
    'Vanguard UK': 'Vanguard Investor',
    'Fidelity UK': 'Fidelity',
    HSBC: 'HSBC InvestDirect',
  };
  for (const [broker, own, unknown] of named) {
    const name = String(broker);
    if (name === 'Halifax / iWeb / Lloyds') expect([name, own, [unknown].flat()[0] ?? null]).toEqual([name, [], null]);
    else if (!missing.includes(name) && name !== 'Morgan Stanley')
      expect([name, own, unknown]).toEqual([name, [stored[name] ?? name], []]);
  }
});
