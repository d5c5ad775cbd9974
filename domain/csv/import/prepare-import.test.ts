import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import type { Account, Asset, Broker, Transaction } from '../../records/records.ts';
import { readTable, type CsvTools } from '../source/read-table.ts';
import { unlistedAsset } from '../stored/directory.ts';
import type { Refusal } from '../tables/file-kind.ts';
import { acceptRows } from './accept-rows.ts';
import { previewRowOf } from './import-content.ts';
import { openImport, prepareImport, type ImportStore, type OpenImport, type PreparedImport } from './prepare-import.ts';
import type { ImportOptions } from './row-checker.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const today = '2026-11-21' as IsoDate;
const fixture = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../tests/fixtures/${path}`, import.meta.url)));

const brokers: readonly Broker[] = [
  { id: 'b-ajb', name: 'AJ Bell' },
  { id: 'b-other', name: 'Other' },
];
const main: Account = { id: 'a-main', name: 'Main Account' };
const asset = (isin: string, name: string, denomination: Asset['denomination'] = 'GBP'): Asset => ({
  ...unlistedAsset(`asset-${isin}`, isin, name),
  denomination,
});
const catalogue: readonly Asset[] = [
  asset('GB00BH4HKS39', 'Vodafone Group plc', 'GBX'),
  asset('IE00B3RBWM25', 'Vanguard FTSE All-World UCITS ETF Distributing'),
  { ...asset('IE0005042456', 'iShares Core FTSE 100 UCITS ETF', 'GBX'), sedol: '0504245' },
];
const store = (transactions: readonly Transaction[] = [], accounts: readonly Account[] = [main]): ImportStore => ({
  accounts,
  brokers,
  assets: catalogue,
  transactions,
});

function prepareBytes(
  bytes: Uint8Array,
  stored: ImportStore,
  options: Partial<ImportOptions> = {},
): PreparedImport | Refusal {
  const table = readTable(bytes, tools);
  const defaults = { taxWrapper: 'DEALING', ...options.defaults } as const;
  return 'ok' in table ? table : prepareImport(table, stored, { today, ...options, defaults });
}
function prepare(bytes: Uint8Array, stored: ImportStore, options: Partial<ImportOptions> = {}): PreparedImport {
  const prepared = prepareBytes(bytes, stored, options);
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}
let made = 0;
const newId = (): string => `new-${(made += 1)}`;
const acceptAll = (prepared: PreparedImport, status: readonly string[] = ['valid']): readonly Transaction[] =>
  acceptRows(prepared, {
    selected: new Set(prepared.rows.filter((row) => status.includes(row.status)).map((row) => row.rowNumber)),
    createAccounts: prepared.content.newAccounts.map((account) => account.name),
    newId,
  }).transactions;
const text = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'));
const statuses = (prepared: PreparedImport): readonly string[] => prepared.rows.map((row) => row.status);
const messages = (prepared: PreparedImport): readonly string[] =>
  prepared.rows.flatMap((row) => row.errors.map((error) => error.message));

it('an unlisted gilt is a bond and a metal a commodity: only a share is taken to bear stamp duty', () => {
  expect(['GB00BLPK7227', 'XAG', 'GB00BH4HKS39'].map((isin) => unlistedAsset('id', isin, '').type)).toEqual([
    'BOND',
    'COMMODITY',
    'EQUITY',
  ]);
});

describe('the real sample', () => {
  const bytes = fixture('samples/transactions-real.csv');
  it('gives the stated counts and names each error by column, value and what was expected', () => {
    const prepared = prepare(bytes, store([], []));
    expect(prepared.content.summary).toEqual({
      totalRows: 311,
      validCount: 305,
      duplicateCount: 2,
      errorCount: 4,
      skippedRows: 0,
    });
    expect(prepared.content.newAccounts).toMatchObject([
      { name: 'Main Account', rows: 205 },
      { name: 'Partner', rows: 102 },
    ]);
    expect(prepared.content.newAccounts[1]?.rowNumbers).toHaveLength(102);
    expect(prepared.content.profileName).toBe('Generic CSV');
    expect(messages(prepared)).toMatchInlineSnapshot(`
      [
        "Date "2024-02-30" is not valid: expected a date such as 22/05/2025 or 2025-05-22.",
        "ISIN is required: expected the ISIN of an asset.",
        "Quantity "ten" is not valid: expected a number.",
        "Tax Wrapper "PREMIUM BONDS" is not valid: expected DEALING, SIPP, ISA, LISA, SPECULATIVE or JISA.",
      ]
    `);
  });

  it('proposes the seeded Other for unknown brokers, and becomes records with new accounts and unlisted assets', () => {
    const prepared = prepare(bytes, store([], []));
    expect(prepared.content.unknownBrokers).toEqual([
      { name: 'interactive investor', rows: 102, brokerId: 'b-other' },
      { name: 'Hargreaves Lansdown', rows: 97, brokerId: 'b-other' },
    ]);
    const accepted = acceptRows(prepared, {
      selected: new Set(prepared.rows.map((row) => row.rowNumber)),
      createAccounts: ['Main Account'],
      newId,
    });
    expect(accepted.newAccounts.map((account) => account.name)).toEqual(['Main Account']);
    expect(accepted.transactions).toHaveLength(205);
    expect(accepted.unlistedAssets.find((entry) => entry.isin === 'IE00B4L5Y983')).toMatchObject({
      name: 'iShares Core MSCI World UCITS ETF',
      category: 'NON_CORE',
      excludeFromPriceUpdates: true,
    });
  });

  it('names the rows of unknown brokers where none can be proposed', () => {
    const { unknownBrokers } = prepare(bytes, {
      ...store(),
      brokers: brokers.filter(({ name }) => name !== 'Other'),
    }).content;
    expect(unknownBrokers.map(({ name, brokerId, rowNumbers }) => [name, brokerId, rowNumbers?.length])).toEqual([
      ['interactive investor', null, 102],
      ['Hargreaves Lansdown', null, 97],
    ]);
  });

  it('is all duplicates the second time', () => {
    const stored = acceptAll(prepare(bytes, store()));
    const again = prepare(
      bytes,
      store(stored, [
        main,
        { id: stored.find((entry) => entry.accountId !== 'a-main')?.accountId ?? '', name: 'Partner' },
      ]),
    );
    expect(again.content.summary).toMatchObject({ validCount: 0, duplicateCount: 307, errorCount: 4 });
    expect(
      previewRowOf(again.rows[0] ?? never(), { account: () => null, broker: () => null }).duplicateInfo?.matchDetails,
    ).toBe('Same reference AJ10001 as the stored Buy of 205 IE00B4L5Y983 on 10/04/2015 for £6,967.09.');
  });
});

function never(): never {
  throw new Error('no such row');
}

interface ExpectedRow {
  readonly line: number;
  readonly status: string;
  readonly transactionDate?: string;
  readonly transactionType?: string;
  readonly isin?: string;
  readonly name?: string;
  readonly quantity?: string | null;
  readonly price?: string | null;
  readonly consideration?: string;
  readonly brokerCharge?: string | null;
  readonly stampDuty?: string | null;
  readonly currency?: string;
  readonly reference?: string;
}
interface ExpectedFile {
  readonly outcome: string;
  readonly message: string | null;
  readonly notices: readonly string[];
  readonly summary: PreparedImport['content']['summary'];
  readonly rows?: readonly ExpectedRow[];
}
const nasty = JSON.parse(new TextDecoder().decode(fixture('brokers/nasty/expected.json'))) as {
  readonly files: Readonly<Record<string, ExpectedFile>>;
};

/** A quantity with 18 digits is refused: a JSON number keeps 15. */
const beyondPrecision = 'v22-precision.csv';

describe('nasty files', () => {
  it('refuses a quantity of more digits than an amount keeps, and reads ten decimals', () => {
    const prepared = prepare(fixture(`brokers/nasty/${beyondPrecision}`), store());
    expect(statuses(prepared)).toEqual(['valid', 'error']);
    expect(prepared.rows[0]?.fields?.quantity).toBe(0.1234567891);
    expect(messages(prepared)).toEqual([
      'Quantity "123456789012.123456" is not valid: expected at most 15 significant digits and 12 decimal places.',
    ]);
  });

  it.each(Object.entries(nasty.files).filter(([name]) => name !== beyondPrecision))('%s', (name, expected) => {
    const prepared = prepareBytes(fixture(`brokers/nasty/${name}`), store(), {
      rate: (currency) => (currency === 'USD' ? '0.75' : null),
    });
    if (expected.outcome === 'reject' || expected.outcome === 'map') {
      expect(prepared).toMatchObject({ ok: false, message: expected.message });
      return;
    }
    if (!prepared.ok) throw new Error(prepared.message);
    expect(prepared.content.summary).toEqual(expected.summary);
    expect(prepared.content.datesAmbiguous).toBe(expected.outcome === 'choose');
    // Here the device has a rate for dollars, so the notice says which rate was used instead of asking for one.
    expect(prepared.content.notices).toEqual(
      expect.arrayContaining(
        expected.notices.filter((notice) => notice !== 'Amounts in USD need a GBP rate for each date.'),
      ),
    );
    expect(prepared.rows.map((row) => [row.rowNumber, row.status])).toEqual(
      expected.rows?.map((row) => [row.line, row.status]),
    );
    for (const row of expected.rows ?? []) {
      const read = prepared.rows.find((candidate) => candidate.rowNumber === row.line);
      if (row.status === 'error') {
        expect(read?.errors.length, `line ${row.line}`).toBeGreaterThan(0);
        continue;
      }
      const rate = row.currency === 'USD' ? 0.75 : 1;
      const number = (value: string | null | undefined): number => Number(value ?? 0) * rate;
      expect(read?.fields).toMatchObject({
        transactionDate: row.transactionDate,
        transactionType: row.transactionType,
        isin: row.isin,
        consideration: number(row.consideration),
        quantity: row.quantity === null ? null : Number(row.quantity),
        localPrice: row.price === null ? null : number(row.price),
        brokerCharge: number(row.brokerCharge),
        stampDuty: number(row.stampDuty),
        brokerDealReference: row.reference ?? '',
      });
      if (row.name !== undefined) expect(read?.reading.assetName).toBe(row.name);
    }
  });
});

it.each([
  ['Reward', /^Type "Reward" is not valid: expected Buy for shares that were given, with their market value/u],
  ['Free share award', /expected Buy for shares that were given/u],
  ['Journal', /expected Transfer In or Transfer Out for shares that were moved, with their cost/u],
  ['Cash top-up', /Deposit, Withdrawal or Contribution for money that was paid in or out\.$/u],
  ['Barter', /^Type "Barter" is not valid: expected a type such as Buy, Sell or Dividend\.$/u],
])('says of a row of type %s what it is and what is missing', (type, expected) => {
  const file = `Date,Type,ISIN,Quantity,Consideration,Broker,Account,Tax Wrapper
02/05/2025,${type},GB00BH4HKS39,1,0.70,Other,Main Account,ISA
05/05/2025,Buy,GB00BH4HKS39,100,70.00,Other,Main Account,ISA`;
  const prepared = prepare(new TextEncoder().encode(file), store());
  expect(prepared.content.summary).toMatchObject({ validCount: 1, errorCount: 1 });
  expect(messages(prepared)).toEqual([expect.stringMatching(expected)]);
});

it('names column, value and what was expected in every error of a nasty file', () => {
  const files = Object.entries(nasty.files).filter(([, { rows = [] }]) => rows.some((row) => row.status === 'error'));
  expect(files.flatMap(([name]) => [...new Set(messages(prepare(fixture(`brokers/nasty/${name}`), store())))]))
    .toMatchInlineSnapshot(`
    [
      "Row has 3 of 10 columns: Quantity, Consideration missing.",
      "Row has 11 columns, the header has 10. A comma inside a number or a name may need quotation marks.",
      "Date "04/26/2025" is not valid: expected a date such as 22/05/2025 or 2025-05-22.",
      "Date "12/05/2099" is not valid: expected a date that is not in the future (today is 21/11/2026).",
      "Quantity "#REF!" is not valid: expected a number, not a spreadsheet error.",
      "Consideration "########" is not valid: expected a number, not a spreadsheet error.",
      "ISIN "GB00BH4HKS38" is not valid: expected an ISIN with a correct check digit; this one is mistyped.",
      "ISIN "GB00ВH4HKS39" is not valid: expected two letters, nine letters or digits and a check digit, or XAU, XAG or XPT.",
      "ISIN is required: expected the ISIN of an asset.",
      "ISIN "XX00BH4HKS39" is not valid: expected an ISIN with a correct check digit; this one is mistyped.",
      "Name "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is not valid: expected at most 255 characters.",
      "Consideration "1984.00" is not valid: expected pounds: USD needs a GBP rate for 2025-05-22.",
      "Consideration "$1,984.00" is not valid: expected pounds: USD needs a GBP rate for 2025-05-22.",
      "Amounts on this line are in more than one currency (GBP and USD): expected one.",
      "Quantity "abc" is not valid: expected a number.",
      "Quantity "abc" is not valid: expected a number.",
      "Date "soon" is not valid: expected a date such as 22/05/2025 or 2025-05-22.",
    ]
  `);
});

it('shows the values read from a row with an error', () => {
  const [row] = prepare(
    text('Date,Type,ISIN,Account,Quantity,Consideration', '31/02/2025,Buy,GB00BH4HKS39,Main Account,10,1234.50'),
    store(),
  ).rows;
  expect(row?.status).toBe('error');
  expect(previewRowOf(row ?? never(), { account: () => null, broker: () => null }).transaction).toMatchObject({
    transactionDate: '31/02/2025',
    isin: 'GB00BH4HKS39',
    quantity: 10,
    consideration: 1234.5,
  });
});

describe('repeated imports', () => {
  const [first, overlap, fills] = ['d01-first.csv', 'd02-overlap.csv', 'd03-identical-fills.csv'].map((name) =>
    fixture(`brokers/nasty/${name}`),
  );

  it('adds nothing the second time', () => {
    const stored = acceptAll(prepare(first ?? never(), store()));
    expect(statuses(prepare(first ?? never(), store(stored)))).toEqual(['duplicate', 'duplicate']);
  });

  it('finds the new row of an overlapping export', () => {
    const stored = acceptAll(prepare(first ?? never(), store()));
    const prepared = prepare(overlap ?? never(), store(stored));
    expect(statuses(prepared)).toEqual(['duplicate', 'valid', 'duplicate']);
    expect(acceptAll(prepared, ['valid', 'duplicate'])).toHaveLength(3);
  });

  it('matches equal fills by count', () => {
    const once = acceptAll(prepare(fills ?? never(), store()));
    expect(once).toHaveLength(3);
    expect(statuses(prepare(fills ?? never(), store(once)))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    expect(statuses(prepare(fills ?? never(), store(once.slice(0, 1))))).toEqual(['duplicate', 'valid', 'valid']);
  });
});

describe('duplicates', () => {
  const header = 'Date,Type,ISIN,Account,Quantity,Price,Consideration,Reference';
  const row = (account: string, consideration: string, reference: string): string =>
    `22/05/2025,Buy,GB00BH4HKS39,${account},10,1,${consideration},${reference}`;
  const partner: Account = { id: 'a-partner', name: 'Partner' };

  it("does not take a reused reference with other values, or a spouse's identical trade, for a duplicate", () => {
    const stored = acceptAll(prepare(text(header, row('Main Account', '10', 'R1')), store([], [main, partner])));
    const prepared = prepare(
      text(header, row('Main Account', '11', 'R1'), row('Partner', '10', 'R1'), row('main  account', '10', 'R1')),
      store(stored, [main, partner]),
    );
    expect(statuses(prepared)).toEqual(['valid', 'valid', 'duplicate']);
  });

  it('asks about a row that equals a stored one in another tax wrapper, and matches those of its own first', () => {
    const wrapped = (wrapper: string, reference = ''): string => `${row('Main Account', '10', reference)},${wrapper}`;
    const read = (stored: readonly Transaction[], ...rows: readonly string[]) =>
      prepare(text(`${header},Tax Wrapper`, ...rows), store(stored));
    const isa = acceptAll(read([], wrapped('ISA')));
    const other = read(isa, wrapped('SIPP'));
    expect(statuses(other)).toEqual(['valid']);
    expect(other.rows[0]?.notes).toEqual([
      'The stored Buy of 10 GB00BH4HKS39 on 22/05/2025 for £10.00 is equal, but in the tax wrapper ISA. Check whether this is the same one.',
    ]);
    expect(statuses(read(isa, wrapped('SIPP'), wrapped('ISA')))).toEqual(['valid', 'duplicate']);
    const named = acceptAll(read([], wrapped('ISA', 'R1')));
    expect(statuses(read(named, wrapped('SIPP', 'R1'), wrapped('SIPP', 'R2')))).toEqual(['duplicate', 'valid']);
  });

  it('knows a reference without the leading zeros that a spreadsheet removes', () => {
    const stored = acceptAll(prepare(text(header, row('Main Account', '10', '0000000004')), store()));
    const references = ['4', '40'].map((reference) => row('Main Account', '10', reference));
    expect(statuses(prepare(text(header, ...references), store(stored)))).toEqual(['duplicate', 'valid']);
  });

  it('counts a row without a reference against a stored one that has one, and the other way round', () => {
    const stored = acceptAll(prepare(text(header, row('Main Account', '10', 'R1')), store()));
    expect(
      statuses(prepare(text(header, row('Main Account', '10', ''), row('Main Account', '10', '')), store(stored))),
    ).toEqual(['duplicate', 'valid']);
    const bare = acceptAll(prepare(text(header, row('Main Account', '10', '')), store()));
    expect(statuses(prepare(text(header, row('Main Account', '10', 'R1')), store(bare)))).toEqual(['duplicate']);
    expect(statuses(prepare(text(header, row('Main Account', '10', 'R2')), store(stored)))).toEqual(['valid']);
  });
});

describe('columns and defaults', () => {
  it('reads a file without a header by the columns that the user names', () => {
    const bytes = fixture('brokers/nasty/l20-no-header.csv');
    const prepared = prepare(bytes, store(), {
      columns: [
        'transactionDate',
        'transactionType',
        'isin',
        'assetName',
        'quantity',
        'price',
        'consideration',
        'brokerCharge',
        'stampDuty',
        'currency',
      ],
    });
    expect(statuses(prepared)).toEqual(['valid', 'valid']);
  });

  it('uses the default account, broker and wrapper for rows without one, and asks for an account when there are several', () => {
    const bytes = text('Date,Type,ISIN,Quantity,Consideration', '22/05/2025,Buy,GB00BH4HKS39,10,10');
    const two = store([], [main, { id: 'a-2', name: 'Partner' }]);
    const asked = prepare(bytes, two);
    expect([statuses(asked), messages(asked)]).toEqual([['question'], []]);
    expect(asked.content.questions).toMatchObject([
      { key: 'account:', answer: null, rowNumbers: [2], proposals: [{ value: 'a-main' }, { value: 'a-2' }] },
    ]);
    expect(prepare(bytes, two, { answers: { 'account:': 'a-2' } }).rows[0]?.fields?.accountId).toBe('a-2');
    const prepared = prepare(bytes, two, { defaults: { accountId: 'a-2', brokerId: 'b-ajb', taxWrapper: 'ISA' } });
    expect(prepared.rows[0]?.fields).toMatchObject({ accountId: 'a-2', brokerId: 'b-ajb', taxWrapper: 'ISA' });
  });

  it('reads month/day when the user says so', () => {
    const prepared = prepare(fixture('brokers/nasty/v03-dates-ambiguous.csv'), store(), { dateOrder: 'mdy' });
    expect(prepared.rows.map((row) => row.fields?.transactionDate)).toEqual(['2025-03-04', '2025-05-06']);
    expect(prepare(fixture('brokers/nasty/v03-dates-ambiguous.csv'), store()).content.notices).toContain(
      '03/04/2025 could be 3 April or 4 March. Read as day/month/year. Check the dates before you import.',
    );
  });

  it('shows the doubt about day and month by a day that both orders have', () => {
    const noticesOf = (...days: readonly string[]) =>
      prepare(
        text('Date,Type,ISIN,Quantity,Consideration', ...days.map((day) => `${day},Buy,GB00BH4HKS39,10,10`)),
        store(),
      ).content.notices.filter((notice) => notice.includes('could be'));
    expect(noticesOf('32/05/2025', '05/05/2025', '06/05/2025')).toEqual([
      '06/05/2025 could be 6 May or 5 June. Read as day/month/year. Check the dates before you import.',
    ]);
    expect(noticesOf('32/05/2025', '05/05/2025')).toEqual([]);
  });

  it('looks a security up by name only in a file that has no identifiers', () => {
    const prepared = prepare(
      text(
        'Date,Type,Security,Quantity,Consideration',
        '22/05/2025,Buy,vodafone group PLC,10,10',
        '22/05/2025,Buy,Nobody plc,10,10',
      ),
      store(),
    );
    expect(prepared.rows.map((row) => row.fields?.isin ?? null)).toEqual(['GB00BH4HKS39', null]);
    expect(prepared.content.questions).toMatchObject([
      { key: 'security:nobody plc', text: "No security in the catalogue is called 'Nobody plc'.", rowNumbers: [3] },
    ]);
  });

  it('shows an amount that could not be converted to pounds in its own currency', () => {
    const lines = text('Date,Type,ISIN,Quantity,Currency,Consideration', '22/05/2025,Buy,US0378331005,10,USD,2000');
    const names = { account: () => null, broker: () => null };
    const shown = (options: Partial<ImportOptions>) => {
      const [row] = prepare(lines, store(), options).rows;
      return previewRowOf(row ?? never(), names).transaction;
    };
    expect(shown({})).toMatchObject({ consideration: 2000, considerationCurrency: 'USD' });
    expect(shown({ rate: () => '0.75' })).toMatchObject({ consideration: 1500, considerationCurrency: 'GBP' });
  });

  it('names columns that are not known, with what they likely hold', () => {
    const lines = text(
      'Wann,Was,Kennung,Stücke,Kurs,Betrag,Bemerkung',
      '22/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1073.10,',
      '23/05/2025,Sell,GB00BH4HKS39,500,0.7310,365.50,',
    );
    const refused = prepareBytes(lines, store());
    expect(refused).toMatchObject({
      ok: false,
      code: 'noHeader',
      message:
        "The columns 'Wann', 'Was', 'Kennung', 'Stücke', 'Kurs', 'Betrag', 'Bemerkung' are not known. Check what each column holds.",
      columns: [
        { header: 'Wann', field: 'transactionDate' },
        { header: 'Was', field: 'transactionType' },
        { header: 'Kennung', field: 'isin' },
        { header: 'Stücke', field: 'quantity' },
        { header: 'Kurs', field: 'price' },
        { header: 'Betrag', field: 'consideration' },
        { header: 'Bemerkung', field: null },
      ],
    });
    if (refused.ok) throw new Error('not refused');
    const columns = refused.columns?.map(({ field }) => field) ?? [];
    expect(statuses(prepare(lines, store(), { columns }))).toEqual(['valid', 'valid']);
    expect(prepareBytes(text('22/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1073.10'), store())).toMatchObject({
      message: 'No header row was found. Choose what each column holds.',
    });
  });

  it("fills in the price in the asset's denomination", () => {
    const prepared = prepare(
      text('Date,Type,ISIN,Quantity,Price,Consideration', '22/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1073.10'),
      store(),
    );
    expect(prepared.rows[0]?.fields).toMatchObject({ nativePrice: 71.54, localPrice: 0.7154 });
  });

  it('refuses a consideration of 100 times quantity x price, and believes amounts rather than a heading that says pence', () => {
    const lost = prepare(
      text('Date,Type,ISIN,Quantity,Price,Consideration', '22/05/2025,Buy,GB00BH4HKS39,1500,0.7154,107310'),
      store(),
    );
    expect(messages(lost)).toEqual([
      'Consideration "107310" is not valid: expected about 1073.10, which is quantity x price: this is 100 times that.',
    ]);
    const pounds = prepare(
      text('Date,Type,ISIN,Quantity,Price (p),Consideration', '22/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1073.10'),
      store(),
    );
    expect(pounds.rows[0]?.fields).toMatchObject({ localPrice: 0.7154, consideration: 1073.1 });
    expect(pounds.content.notices).toContain(
      'The heading says pence, but quantity x price is the consideration: such prices were read as pounds.',
    );
  });

  it('believes a heading in pounds beside a price in another currency', () => {
    const file = (heading: string) =>
      prepare(
        text(
          `Date,Type,ISIN,Quantity,Price,Price Currency,${heading}`,
          '22/05/2025,Buy,US0378331005,10,198.40,USD,1511.05',
        ),
        store(),
        { rate: () => '0.75' },
      );
    expect(file('Value (£)').rows[0]?.fields).toMatchObject({ consideration: 1511.05, localPrice: 148.8 });
    expect(file('Amount GBP').rows[0]?.fields?.consideration).toBe(1511.05);
    expect(file('Value').rows[0]?.fields?.consideration).toBe(1133.29);
    const mixed = prepare(
      text(
        'Date,Type,ISIN,Quantity,Consideration,Broker Charge,Currency',
        '22/05/2025,Buy,US0378331005,10,1984,£5.00,USD',
      ),
      store(),
      { rate: () => '0.75' },
    );
    expect(messages(mixed)).toEqual([
      'Amounts on this line are in more than one currency (USD and GBP): expected one.',
    ]);
  });

  it("changes amounts without pounds at HMRC's rate for the month where the holder chose so, and says so", () => {
    const partner = { id: 'a-partner', name: 'Partner' };
    const prepared = prepare(
      text(
        'Date,Type,ISIN,Quantity,Currency,Consideration,Account,Exchange Rate',
        '22/05/2025,Buy,US0378331005,10,USD,2000,Partner,',
        `22/05/2025,Buy,US0378331005,10,USD,2000,${main.name},`,
        '22/05/2025,Buy,US0378331005,10,EUR,2000,Partner,',
        '22/05/2025,Buy,US0378331005,10,USD,2000,Partner,1.28',
      ),
      store([], [main, partner]),
      {
        rate: () => '0.75',
        monthlyRate: (currency, _day, id) => (currency === 'USD' && id === partner.id ? '0.8' : null),
        // Beside a rate and no price, it is asked whether amounts are in pounds already.
        answers: { 'currency:converted USD': 'USD' },
      },
    );
    // Another holder's rows, and a currency that the monthly table lacks, use the day's rate; a rate in the file takes
    // precedence.
    expect(prepared.rows.map(({ fields }) => fields?.consideration)).toEqual([1600, 1500, 1500, 1562.5]);
    expect(prepared.content.notices).toEqual(
      expect.arrayContaining([
        "Amounts in USD were converted to pounds at HMRC's rate for each month, as you chose under Income.",
        'Amounts in USD were converted to pounds at the rate of each date.',
        'Amounts in EUR were converted to pounds at the rate of each date.',
        'Amounts in USD were converted to pounds at the rates that the file states.',
      ]),
    );
  });

  it('reads a trade in a company called Total, and skips a line of totals', () => {
    const prepared = prepare(
      text(
        'Name,Date,Type,ISIN,Quantity,Consideration',
        'Total Produce plc,22/05/2025,Buy,GB00BH4HKS39,10,10',
        'Total,,,,10,10',
        'Sub total 2025,,,,10,10',
      ),
      store(),
    );
    expect(prepared.rows.map((row) => [row.rowNumber, row.status])).toEqual([[2, 'valid']]);
    expect(prepared.content.summary.skippedRows).toBe(2);
  });

  it('asks for the unit of an amount beside a currency of pence where no price settles it', () => {
    const prepared = prepare(
      text(
        'Date,Type,ISIN,Quantity,Price,Consideration,Currency',
        '22/05/2025,Dividend,GB00BH4HKS39,,,1234,GBX',
        '22/05/2025,Dividend,GB00BH4HKS39,,,£12.34,GBX',
        '22/05/2025,Dividend,GB00BH4HKS39,,,1234p,GBp',
        '22/05/2025,Buy,GB00BH4HKS39,10,71.54,13.10,GBX',
        '22/05/2025,Buy,GB00BH4HKS39,10,71.54,1310,GBX',
        '22/05/2025,Buy,GB00BH4HKS39,10,71.54p,7.15,GBX',
      ),
      store(),
    );
    expect(prepared.rows.map((row) => row.fields?.consideration ?? row.errors[0]?.message)).toEqual([
      'Consideration "1234" is not valid: expected £ or p beside it: the currency says pence, and no price tells whether this is pounds.',
      12.34,
      12.34,
      13.1,
      13.1,
      7.15,
    ]);
    expect(prepared.rows.map((row) => row.fields?.localPrice ?? null)).toEqual([
      null,
      null,
      null,
      0.7154,
      0.7154,
      0.7154,
    ]);
  });

  it('reads pasted text', () => {
    const table = readTable(
      text('Date\tType\tISIN\tQuantity\tConsideration', '22/05/2025\tBuy\tGB00BH4HKS39\t10\t10'),
      tools,
    );
    expect(
      'ok' in table ? table : prepareImport(table, store(), { today, defaults: { taxWrapper: 'DEALING' } }),
    ).toMatchObject({
      ok: true,
      content: { summary: { validCount: 1 } },
    });
  });
});

describe('corrections', () => {
  function open(...lines: readonly string[]): OpenImport {
    const table = readTable(text(...lines), tools);
    const opened = 'ok' in table ? table : openImport(table, store(), { today, defaults: { taxWrapper: 'DEALING' } });
    if ('ok' in opened) throw new Error(opened.message);
    opened.checkNext(opened.total);
    return opened;
  }
  const header = 'Date,Type,Ticker,Quantity,Consideration';

  it('make a row valid with values typed over its cells, and can be taken back', () => {
    const file = open(header, '22/05/2025,Buy,FSEIA,ten,10', '22/05/2025,Buy,FSEIA,1,1');
    file.edit(2, { quantity: '10', isin: 'gb00bh4hks39' });
    const after = file.result();
    expect(statuses(after)).toEqual(['valid', 'question']);
    expect(after.rows[0]?.fields).toMatchObject({ quantity: 10, isin: 'GB00BH4HKS39', consideration: 10 });
    expect(after.content).toMatchObject({ summary: { validCount: 1, errorCount: 0 }, questionCount: 1 });
    file.edit(2, null);
    expect(statuses(file.result())).toEqual(['error', 'question']);
  });

  it('read a figure typed with a point in a file of commas', () => {
    const file = open(
      header.replaceAll(',', ';').replace('Ticker', 'ISIN'),
      '22/05/2025;Buy;GB00BH4HKS39;1,5;x',
      '22/05/2025;Buy;GB00BH4HKS39;12,25;30,50',
    );
    file.edit(2, { consideration: '1234.56' });
    expect(file.result().rows[0]?.fields).toMatchObject({ quantity: 1.5, consideration: 1234.56 });
  });

  it('set the asset of all rows that name one security, and check for duplicates again', () => {
    const file = open(header, '22/05/2025,Buy,FSEIA,10,10', '22/05/2025,Buy,fseia,10,11', '22/05/2025,Buy,OTHER,1,1');
    expect(file.result().content.questions).toMatchObject([
      { key: 'security:fseia', label: 'FSEIA', rowNumbers: [2, 3] },
      { key: 'security:other', label: 'OTHER', rowNumbers: [4] },
    ]);
    file.answer({ 'security:fseia': 'GB00BH4HKS39' });
    const after = file.result();
    expect(statuses(after)).toEqual(['valid', 'valid', 'question']);
    expect(after.content.questions.filter(({ answer }) => answer === null)).toMatchObject([
      { key: 'security:other', rowNumbers: [4] },
    ]);
    expect(after.content.notices).toContain("'FSEIA' was read as Vodafone Group plc (GB00BH4HKS39), as you answered.");
  });

  it("make an unreadable broker's row readable", () => {
    const file = open(
      'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£)',
      '06/05/2025,08/05/2025,ZZZ CR,Vodafone Group plc,n/a,n/a,29.25',
    );
    expect(statuses(file.result())).toEqual(['error']);
    file.edit(2, { transactionType: 'Dividend' });
    expect(file.result().rows[0]?.fields).toMatchObject({
      transactionType: 'DIVIDEND',
      consideration: 29.25,
      isin: 'GB00BH4HKS39',
    });
  });
});
