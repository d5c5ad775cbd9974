import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transactionsCsv } from '../../domain/csv/exports/export-transactions.ts';
import { add, parseExact, subtract, toFixed, zero, type Exact } from '../../domain/values/decimal.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { SAMPLE_CSV, unitPurchase } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

interface YearFigures {
  readonly disposals: number;
  readonly shown: { readonly gains: string; readonly losses: string; readonly net: string };
}

const EXPECTED = JSON.parse(
  readFileSync(new URL('../../tests/fixtures/samples/transactions-real.expected.json', import.meta.url), 'utf8'),
) as {
  readonly rows: number;
  readonly valid: number;
  readonly duplicates: number;
  readonly errors: number;
  readonly capitalGains: Readonly<Record<string, Readonly<Record<string, YearFigures>>>>;
};

interface ImportReply {
  importedCount: number;
  duplicateCount: number;
  errorCount: number;
  message: string;
  errors: string[];
  records: { id: string; version: number; record?: unknown }[];
}
interface Preview {
  summary: { totalRows: number; validCount: number; duplicateCount: number; errorCount: number };
  previewTransactions: { rowNumber: number; status: string; selected: boolean }[];
}

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  // The sample has rows of 2026.
  app.now = Date.parse('2026-11-20T12:00:00Z');
  token = await app.signIn('ada@example.org');
});

afterAll(async () => {
  await app.close();
});

async function send(
  path: string,
  content: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = multipart({ content }, fields);
  return await app.call('POST', path, { token, body: form.body, headers: { ...form.headers, ...headers } });
}

const importRows = async (content: string, fields: Record<string, string>, headers = {}): Promise<ImportReply> =>
  (await send('/transactions/import-selected', content, fields, headers)).json as ImportReply;

describe('the sample file', () => {
  it('is previewed with the expected counts, and nothing is written', async () => {
    const { summary } = (await send('/transactions/preview-import', SAMPLE_CSV)).json as Preview;
    expect(summary).toMatchObject({
      totalRows: EXPECTED.rows,
      validCount: EXPECTED.valid,
      duplicateCount: EXPECTED.duplicates,
      errorCount: EXPECTED.errors,
    });
    expect((await app.call('GET', '/transactions/user/ids', { token })).json).toEqual([]);
    expect((await app.call('GET', '/accounts', { token })).json).toEqual([]);
  });

  it('is refused as a whole by the direct import, because of its faulty rows', async () => {
    const reply = (await send('/transactions/import', SAMPLE_CSV)).json as ImportReply;
    expect(reply).toMatchObject({
      importedCount: 0,
      errorCount: EXPECTED.errors,
      message: 'Import failed with validation errors',
    });
    expect(reply.errors.length).toBeGreaterThanOrEqual(EXPECTED.errors);
    expect((await app.call('GET', '/transactions/user/ids', { token })).json).toEqual([]);
  });

  it('is imported by its selected rows with the accounts it names, and gives the expected gains to the penny', async () => {
    const { previewTransactions } = (await send('/transactions/preview-import', SAMPLE_CSV)).json as Preview;
    const selectedRowNumbers = previewTransactions
      .filter((row) => row.selected)
      .map((row) => row.rowNumber)
      .join(',');
    const reply = await importRows(SAMPLE_CSV, { selectedRowNumbers, skipDuplicateCheck: 'false' });
    expect(reply).toMatchObject({
      importedCount: EXPECTED.valid,
      duplicateCount: 0,
      errorCount: 0,
      message: `Imported ${EXPECTED.valid} transactions`,
    });
    const accounts = (await app.call('GET', '/accounts', { token })).json as { id: string; name: string }[];
    expect(accounts.map((account) => account.name)).toEqual(Object.keys(EXPECTED.capitalGains));
    const years = (await app.call('GET', '/capitalgains/available-tax-years', { token })).json as string[];
    expect(years).toEqual(years.toSorted().toReversed());
    for (const account of accounts) {
      const expected = EXPECTED.capitalGains[account.name] ?? {};
      for (const year of years) {
        const disposals = (await app.call('GET', `/capitalgains/tax-year/${year}?accountId=${account.id}`, { token }))
          .json as { capitalGain: number; isExemptFromCGT: boolean }[];
        expect(figuresOf(disposals.filter((disposal) => !disposal.isExemptFromCGT)), `${account.name} ${year}`).toEqual(
          toThePenny(expected[year]),
        );
      }
    }
  });

  it('adds nothing when it is imported again', async () => {
    const { summary } = (await send('/transactions/preview-import', SAMPLE_CSV)).json as Preview;
    expect(summary).toMatchObject({ validCount: 0, duplicateCount: EXPECTED.valid + EXPECTED.duplicates });
    expect(await importRows(SAMPLE_CSV, { selectedRowNumbers: 'all' })).toMatchObject({
      importedCount: 0,
      duplicateCount: EXPECTED.valid + EXPECTED.duplicates,
      errorCount: EXPECTED.errors,
    });
  });

  it('comes back out as a file that another user imports without loss', async () => {
    const csv = await app.call('GET', '/transactions/export-csv', { token });
    const other = await app.signIn('bob@example.org');
    const form = multipart(
      { content: csv.text, name: 'csvFile' },
      { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' },
    );
    const reply = await app.call('POST', '/transactions/import-selected', {
      token: other,
      body: form.body,
      headers: form.headers,
    });
    expect(reply.json).toMatchObject({ importedCount: EXPECTED.valid, errorCount: 0 });
    const again = await app.call('GET', '/transactions/export-csv', { token: other });
    const withoutAccountIds = (text: string): string[] =>
      text
        .split('\r\n')
        .map((line) => line.replace(/,[0-9a-f-]{36},([0-9a-f-]{36})$/u, ',$1'))
        .toSorted();
    expect(withoutAccountIds(again.text)).toEqual(withoutAccountIds(csv.text));
  });
});

const pounds = (text: string): Exact<'pounds'> => parseExact<'pounds'>(text) ?? zero();

function figuresOf(disposals: readonly { readonly capitalGain: number }[]): Record<string, unknown> {
  let gains = zero<'pounds'>();
  let losses = zero<'pounds'>();
  for (const { capitalGain } of disposals) {
    const exact = pounds(String(capitalGain));
    if (exact >= 0n) gains = add(gains, exact);
    else losses = subtract(losses, exact);
  }
  return {
    disposals: disposals.length,
    gains: toFixed(gains, 2),
    losses: toFixed(losses, 2),
    net: toFixed(subtract(gains, losses), 2),
  };
}

function toThePenny(expected: YearFigures | undefined): Record<string, unknown> {
  const cents = (text: string | undefined): string => toFixed(pounds(text ?? '0'), 2);
  return {
    disposals: expected?.disposals ?? 0,
    gains: cents(expected?.shown.gains),
    losses: cents(expected?.shown.losses),
    net: cents(expected?.shown.net),
  };
}

describe('a chunk that a device sends', () => {
  const names = { account: () => 'Ignored', broker: () => '', asset: () => 'Device Asset plc' };
  const id = (index: number): string => `0190b0a0-9999-7abc-8def-${String(index).padStart(12, '0')}`;

  async function rows(isin: string, count: number): Promise<Transaction[]> {
    const accounts = (await app.call('GET', '/accounts', { token })).json as { id: string }[];
    const brokers = (await app.call('GET', '/brokers', { token })).json as { id: string }[];
    return Array.from({ length: count }, (_, index) =>
      unitPurchase({ id: id(index), brokerId: brokers[1]?.id ?? '', accountId: accounts[1]?.id ?? '', isin }),
    );
  }

  it('keeps its ids, names the version of each row, makes the assets it lacks, and takes effect once under any key', async () => {
    const csv = transactionsCsv(await rows('US5949181045', 20), names);
    const fields = { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' };
    // Equal rows are the user's own choice: all are imported.
    const first = await importRows(csv, fields, { 'idempotency-key': 'chunk-1' });
    expect(first).toMatchObject({ importedCount: 20, duplicateCount: 0, errorCount: 0 });
    expect(first.records.map((record) => record.id)).toEqual(Array.from({ length: 20 }, (_, index) => id(index)));
    expect(await importRows(csv, fields, { 'idempotency-key': 'chunk-1' })).toMatchObject({
      importedCount: 0,
      records: first.records,
    });
    const again = await importRows(csv, fields, { 'idempotency-key': 'chunk-2' });
    expect(again).toMatchObject({ importedCount: 0, duplicateCount: 20, errorCount: 0 });
    expect(new Map(again.records.map((record) => [record.id, record.version]))).toEqual(
      new Map(first.records.map((record) => [record.id, record.version])),
    );
    // Only a record that has changed since is returned in full.
    const changed = { ...(await rows('US5949181045', 5))[4], consideration: 77 };
    await app.call('PUT', `/transactions/${id(4)}`, { token, body: changed });
    const later = await importRows(csv, fields, { 'idempotency-key': 'chunk-3' });
    expect(later.records.filter(({ record }) => record !== undefined)).toMatchObject([{ id: id(4), record: changed }]);
    // A record that was deleted since is not restored by a repeated request.
    await app.call('DELETE', `/transactions/${id(5)}`, { token });
    const repeated = await importRows(csv, fields, { 'idempotency-key': 'chunk-1' });
    expect([repeated.importedCount, repeated.records.length, repeated.records.at(-1)]).toEqual([
      0,
      20,
      { id: id(5), version: 0 },
    ]);
    expect((await app.call('GET', `/transactions/${id(5)}`, { token })).status).toBe(404);
    expect((await app.call('GET', '/assets/isin/US5949181045', { token })).json).toMatchObject({
      name: 'Device Asset plc',
      category: 'NON_CORE',
    });
    expect((await app.call('GET', `/transactions/${id(7)}`, { token })).json).toMatchObject({
      id: id(7),
      isin: 'US5949181045',
    });
  });
});

describe('the broker of a row', () => {
  const fields = { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' };
  const unknownId = '0190b0a0-8888-7abc-8def-000000000001';
  let reader: string;

  /** A row as a device or an export writes it, with a broker's Id and name. */
  async function rowOf(brokerId: string, name: string): Promise<string> {
    const accountId = (
      (await app.call('POST', '/accounts', { token: reader, body: { name: `Of ${name} ${brokerId}` } })).json as {
        id: string;
      }
    ).id;
    const row = unitPurchase({ id: '0190b0a0-9999-7abc-8def-00000000b001', brokerId, accountId });
    return transactionsCsv([row], { account: () => '', broker: () => name, asset: () => '' });
  }

  async function importAs(content: string): Promise<ImportReply & { newBrokers: string[] }> {
    const form = multipart({ content }, fields);
    return (
      await app.call('POST', '/transactions/import-selected', { token: reader, body: form.body, headers: form.headers })
    ).json as ImportReply & { newBrokers: string[] };
  }

  const brokersUsed = async (): Promise<unknown[]> => {
    const brokers = (await app.call('GET', '/brokers', { token })).json as { id: string; name: string }[];
    const ids = (await app.call('GET', '/transactions/user/ids', { token: reader })).json as string[];
    const rows = await Promise.all(
      ids.map(
        async (id) => (await app.call('GET', `/transactions/${id}`, { token: reader })).json as { brokerId: string },
      ),
    );
    return rows.map(({ brokerId }) => brokers.find(({ id }) => id === brokerId));
  };

  beforeEach(async () => {
    app.now += 60 * 60_000;
    reader = await app.signIn(`reader-${app.now}@example.org`);
  });

  it('named by an unknown Id is not replaced: the row is refused', async () => {
    expect(await importAs(await rowOf(unknownId, 'Small Broker'))).toMatchObject({
      importedCount: 0,
      errorCount: 1,
      records: [],
      newBrokers: [],
      errors: ['Broker "Small Broker" is not known: create it, or choose another.'],
    });
    expect(await importAs(await rowOf(unknownId, ''))).toMatchObject({
      importedCount: 0,
      errors: [`Broker "${unknownId}" is not known: create it, or choose another.`],
    });
    expect(await brokersUsed()).toEqual([]);
  });

  it('named by the Id of a deleted broker is restored', async () => {
    await app.call('POST', '/brokers', { token, body: { id: unknownId, name: 'Small Broker' } });
    expect((await app.call('DELETE', `/brokers/${unknownId}`, { token })).status).toBe(204);
    expect(await importAs(await rowOf(unknownId, 'Small Broker'))).toMatchObject({
      importedCount: 1,
      newBrokers: [unknownId],
    });
    expect(await brokersUsed()).toMatchObject([{ id: unknownId, name: 'Small Broker' }]);
    expect(
      (
        (await app.call('GET', '/sync/changes?scope=shared&since=0&limit=5000', { token: reader })).json as {
          changes: { id: string; deleted: boolean }[];
        }
      ).changes.filter(({ id }) => id === unknownId),
    ).toMatchObject([{ deleted: false }]);
  });

  it('named only by an unknown name becomes Other', async () => {
    expect(await importAs(await rowOf('', 'Nobody Knows'))).toMatchObject({
      importedCount: 1,
      newBrokers: [],
      errors: [],
    });
    expect(await brokersUsed()).toMatchObject([{ name: 'Other' }]);
  });
});

describe('a file without transactions', () => {
  it.each([
    ['empty', ''],
    ['only a header', 'Date,Type,ISIN,Quantity\n'],
    ['binary', '\0\x01\x02\x03PK'],
    ['HTML', '<html><table><tr><td>1</td></tr></table></html>'],
  ])('%s is refused with a message', async (_name, content) => {
    for (const path of ['/transactions/preview-import', '/transactions/import']) {
      const reply = await send(path, content);
      expect(reply.status).toBe(400);
      expect((reply.json as { message: string }).message.length).toBeGreaterThan(10);
    }
  });

  it('is refused without a file part, and as another kind of content', async () => {
    const form = multipart({ content: 'x', name: 'other' });
    expect((await app.call('POST', '/transactions/preview-import', { token, ...form })).json).toMatchObject({
      message: 'No file selected.',
    });
    expect((await app.call('POST', '/transactions/preview-import', { token, body: {} })).status).toBe(415);
    expect(
      (
        await app.call('POST', '/transactions/preview-import', {
          token,
          body: 'no boundary here',
          headers: { 'content-type': 'multipart/form-data' },
        })
      ).status,
    ).toBe(400);
  });

  it('of more than 25 MB is refused with its status', async () => {
    const reply = await send('/transactions/preview-import', 'x'.repeat(25 * 1024 * 1024 + 1));
    expect(reply.status).toBe(413);
  });
});

describe('two rows that cancel each other', () => {
  it('are left out like duplicates and do not stop the import', async () => {
    const file = [
      'Date,Type,ISIN,Account,Tax wrapper,Broker,Quantity,Price,Consideration',
      '22/06/2025,Buy,GB00BH4HKS39,Paired,ISA,AJ Bell,10,9.9,99',
      '23/06/2025,Buy,GB00BH4HKS39,Paired,ISA,AJ Bell,30,9.9,297',
      '24/06/2025,Cancelled buy,GB00BH4HKS39,Paired,ISA,AJ Bell,30,9.9,297',
    ].join('\n');
    const preview = (await send('/transactions/preview-import', file)).json as Preview;
    expect(preview).toMatchObject({
      summary: { totalRows: 3, validCount: 1, duplicateCount: 2, errorCount: 0 },
      previewTransactions: [
        { status: 'valid', selected: true },
        {
          status: 'duplicate',
          selected: false,
          duplicateInfo: { matchDetails: 'Reversed by row 4. Both rows are left out.' },
        },
        {
          status: 'duplicate',
          selected: false,
          duplicateInfo: { matchDetails: 'Reverses row 3. Both rows are left out.' },
        },
      ],
    });
    const left = { importedCount: 0, duplicateCount: 2, errorCount: 0 };
    const chosen = { selectedRowNumbers: '3,4', skipDuplicateCheck: 'true' };
    expect(await importRows(file, chosen)).toMatchObject(left);
    const all = (await send('/transactions/import', file)).json as ImportReply;
    expect(all).toMatchObject({ importedCount: 1, duplicateCount: 2, errorCount: 0 });
  });
});

describe('a row that reverses a stored transaction', () => {
  const HEADER = 'Date,Type,ISIN,Account,Tax wrapper,Broker,Quantity,Price,Consideration';
  const bought = '22/05/2025,Buy,GB00BH4HKS39,Taken,ISA,AJ Bell,10,1,10';
  const cancelled = '24/05/2025,Cancelled buy,GB00BH4HKS39,Taken,ISA,AJ Bell,10,1,10';

  it('is an error in the specified calls, which remove nothing; the error says what it reverses', async () => {
    const wanted = { selectedRowNumbers: 'all', skipDuplicateCheck: 'false' };
    expect(await importRows(`${HEADER}\n${bought}`, wanted)).toMatchObject({ importedCount: 1 });
    const file = `${HEADER}\n${cancelled}`;
    const preview = (await send('/transactions/preview-import', file)).json as Preview;
    expect(preview).toMatchObject({
      summary: { validCount: 0, errorCount: 1 },
      previewTransactions: [
        {
          status: 'error',
          selected: false,
          errors: [{ message: expect.stringContaining('Reverses the stored Buy of 10 GB00BH4HKS39') as string }],
        },
      ],
    });
    expect(await importRows(file, wanted)).toMatchObject({ importedCount: 0, errorCount: 1 });
    const all = (await send('/transactions/import', file)).json as ImportReply;
    expect(all).toMatchObject({ importedCount: 0, errorCount: 1 });
    expect(await importRows(`${HEADER}\n${bought}`, wanted)).toMatchObject({ importedCount: 0, duplicateCount: 1 });
  });
});
