/** The terminal commands with a server that listens. */
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { recordsEntry } from '../../backup/export-file.ts';
import { seal, sealingKey } from '../../backup/seal.ts';
import { writeZip } from '../../backup/zip.ts';
import { runFactCommand } from '../commands/facts.ts';
import { readKeptToken } from './kept-token.ts';
import { runCommand, type ClientCommand } from './run-command.ts';
import { ServerClient } from './server-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-cli-'));
let app: TestApp;
let server: string;

beforeAll(async () => {
  app = await startTestApp();
  await app.signIn('ada@example.org');
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  server = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const ENVIRONMENT = { XDG_CONFIG_HOME: folder, HOLDFAST_EMAIL: 'ada@example.org', HOLDFAST_PASSWORD: PASSWORD };

async function run(command: ClientCommand, ...given: string[]) {
  return await runIn({}, command, ...given);
}

async function runIn(environment: Readonly<Record<string, string>>, command: ClientCommand, ...given: string[]) {
  const said = { out: '', error: '' };
  const code = await runCommand(command, given, {
    environment: { ...ENVIRONMENT, ...environment },
    print: (text) => {
      said.out += text;
    },
    printError: (text) => {
      said.error += text;
    },
    ask: async () => await Promise.resolve(null),
    now: () => app.now,
  });
  return { code, ...said };
}

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

const HEADER = 'Date,Type,ISIN,Account,Broker,Tax Wrapper,Quantity,Price,Consideration';
const BUY = '2024-05-01,Buy,IE00B4L5Y983,Main,AJ Bell,Dealing,10,30.00,300.00';
const SALE = '2024-08-01,Sell,IE00B4L5Y983,Main,AJ Bell,Dealing,4,40.00,160.00';

it('sign in once, for the user of this machine alone', async () => {
  expect(await run('holdings')).toMatchObject({
    code: 1,
    error: expect.stringContaining('no server was named.') as string,
  });
  expect(await run('login', '--server', 'nowhere')).toMatchObject({
    code: 1,
    error: 'holdfast login: --server "nowhere" is not an address: expected one such as https://holdfast.example.org.\n',
  });
  const wrong = await runIn({ HOLDFAST_PASSWORD: 'not the password' }, 'login', '--server', server);
  expect(wrong).toMatchObject({ code: 1, error: 'holdfast login: Invalid email or password.\n' });
  expect(await run('login', '--server', server)).toMatchObject({ code: 0, error: '' });
  const kept = join(folder, 'holdfast', 'token.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(readFileSync(kept, 'utf8')).not.toContain(PASSWORD);
});

it('import a file as a whole and once, and report the result', async () => {
  const trades = file('trades.csv', HEADER, BUY, SALE);
  expect(await run('import', trades, '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 to import, 0 duplicates, 0 imported.') as string,
  });
  expect(await run('import', trades, '--json')).toMatchObject({ code: 0 });
  expect(await run('import', trades)).toMatchObject({
    code: 1,
    out: expect.stringContaining('0 to import, 2 duplicates, 0 imported.') as string,
  });
  const report = await run('report', '2024-25', '--json');
  expect(JSON.parse(report.out)).toMatchObject({
    taxYear: '2024-25',
    totals: { disposals: 1, proceeds: '160.00', costs: '120.00', gains: '40.00', losses: '0.00', net: '40.00' },
  });
  expect((await run('report', '2024-25')).out).toMatch(/^Net +£40\.00$/mu);
  expect((await run('report', '2024-25', '--csv', '--account', 'main')).out).toContain('01/08/2024,IE00B4L5Y983,');
  expect((await run('holdings', '--csv')).out).toContain('IE00B4L5Y983,');
  expect(JSON.parse((await run('holdings', '--json', '--as-of', '2024-06-01')).out)).toMatchObject([{ quantity: 10 }]);
});

it('import nothing of a file with a fault', async () => {
  const faulty = file('faulty.csv', HEADER, BUY.replace('2024-05-01', '2024-05-02'), SALE.replace('160.00', 'plenty'));
  expect(await run('import', faulty)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/0 imported\.\n +Row 3: /u) as string,
  });
  expect((await run('holdings', '--json')).out).toContain('"quantity": 6');
});

it('name the row and the way to answer where a security is not known', async () => {
  const unnamed = file(
    'unnamed.csv',
    HEADER.replace('ISIN', 'Asset'),
    BUY.replace('IE00B4L5Y983', 'No such company').replace('2024-05-01', '2024-05-06'),
  );
  const asked = await run('import', unnamed);
  expect([asked.code, asked.out]).toEqual([2, expect.stringContaining('(row 2)\n')]);
  const answer = /--answer '(.+=)ISIN'\n/u.exec(asked.out)?.[1] ?? '';
  expect(asked.out).toMatch(/^ {2}Nothing was imported\. Add an answer to each question and try again\.$/mu);
  expect(await run('import', unnamed, '--answer', `${answer}GB00BH4HKS39`, '--dry-run')).toMatchObject({ code: 0 });
});

it('report an address where no Holdfast server answers', async () => {
  const page = createServer(({ url }, reply) => {
    reply.writeHead(url?.includes('/holdings') === true ? 200 : 404).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => {
    page.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
  const token = { HOLDFAST_TOKEN: 'x' };
  expect(await runIn(token, 'holdings', '--server', address)).toMatchObject({
    code: 1,
    error: `holdfast holdings: ${address} did not answer as a Holdfast server does.\n`,
  });
  expect(await runIn(token, 'report', '2024-25', '--server', address)).toMatchObject({
    code: 1,
    error: `holdfast report: ${address} answered with status 404, not as a Holdfast server does.\n`,
  });
  page.close();
});

it('ask before anything is imported, and take the answers', async () => {
  const open = file('open.csv', HEADER, BUY.replace('2024-05-01', '03/04/2024'));
  const asked = await run('import', open);
  expect([asked.code, asked.out]).toEqual([2, expect.stringContaining("--answer 'dateOrder=dmy'")]);
  expect(await run('import', open, '--answer', 'dateOrder=mdy')).toMatchObject({ code: 0 });
  expect((await run('holdings', '--json', '--as-of', '2024-03-04')).out).toContain('"quantity": 10');
});

it('import rows without an account into the named one, and create it if needed', async () => {
  const header = HEADER.replace('Account,', '');
  const rows = file('plain.csv', header, BUY.replace('Main,', '').replace('2024-05-01', '2024-05-03'));
  expect(await run('import', rows, '--account', 'Second')).toMatchObject({ code: 0 });
  expect((await run('report', '2024-25', '--account', 'Third')).error).toBe(
    'holdfast report: --account "Third" is not known: expected one of Main, Second.\n',
  );
});

it('report the income of a year beside its gains, with what is missing', async () => {
  const isin = 'IE00BK5BQT80';
  const rows = [
    BUY.replace('IE00B4L5Y983', isin).replace('Main', 'Income').replace('2024-05-01', '2023-07-03'),
    '2024-09-02,Dividend,GB00BH4HKS39,Income,AJ Bell,Dealing,,,12.34',
    '2024-09-02,Dividend,GB00BH4HKS39,Income,AJ Bell,ISA,,,5.00',
  ];
  expect(await run('import', file('income.csv', HEADER, ...rows))).toMatchObject({ code: 0 });
  const { out } = await run('report', '2024-25', '--json', '--account', 'Income');
  const { income } = JSON.parse(out) as { income: object[] };
  expect(income).toEqual([
    expect.objectContaining({
      account: 'Income',
      totals: { gross: '12.34', taxWithheld: '0.00', net: '12.34' },
      missing: [expect.objectContaining({ text: 'Excess reportable income of one fund is known but not recorded.' })],
    }),
  ]);
  const { out: words } = await run('report', '2024-25', '--account', 'Income');
  expect(words).toMatch(/^Gross +£12\.34$/mu);
  expect(words).toMatch(/^! {2}Excess reportable income of one fund is known but not recorded\.$/mu);
  expect((await run('report', '2021-22', '--part', 'income')).out).not.toContain('!');
  const csv = (await run('report', '2024-25', '--csv', '--part', 'income')).out.split('\r\n');
  expect(csv.filter((line) => line.includes('GB00BH4HKS39'))).toHaveLength(2);
  expect(csv[0]).toContain('Amount in Box');
  expect(await run('report', '2024-25', '--part', 'all')).toMatchObject({
    code: 1,
    error: 'holdfast report: --part "all" is not understood: expected gains or income.\n',
  });
});

/** An export of the user's records on the server; `change` may damage it. */
async function exported(change: (records: Record<string, unknown[]>) => void = () => undefined) {
  const client = new ServerClient(new URL(server), readKeptToken(ENVIRONMENT)?.token ?? '');
  const records: Record<string, unknown[]> = {};
  for (const scope of ['user', 'shared'] as const)
    for (const { entity, record } of await client.records(scope)) (records[entity] ??= []).push(record);
  change(records);
  const { price: prices = [], rate: rates = [], ...own } = records;
  const zip = await writeZip([recordsEntry({ createdAt: '2026-01-01T00:00:00Z', records: own, prices, rates })]);
  return new Uint8Array(await zip.arrayBuffer());
}

function saved(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

it('give the same answers from an export file as from the server', async () => {
  const backup = saved('saved.zip', await exported());
  for (const [command, ...given] of [
    ['report', '2024-25'],
    ['report', '2024-25', '--json', '--account', 'income'],
    ['report', '2024-25', '--csv'],
    ['holdings', '--json'],
    ['holdings', '--csv', '--as-of', '2024-06-01'],
  ] as const) {
    const asked = await run(command, ...given);
    expect(await run(command, ...given, '--file', backup)).toEqual(asked);
    expect([asked.code, asked.out]).not.toEqual([0, '']);
  }
  const trades = file('again.csv', HEADER, BUY, BUY.replace('2024-05-01', '2024-05-20'));
  expect(await run('import', trades, '--file', backup, '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 to import, 1 duplicate, 0 imported.') as string,
  });
  expect(await run('import', trades, '--file', backup)).toMatchObject({
    code: 1,
    error: 'holdfast import: --file cannot be imported into: add --dry-run, or import into a server.\n',
  });
  expect((await run('holdings', '--file', backup, '--as-of', '2099-01-01')).error).toContain('future date');
});

it('open an encrypted file with the passphrase from the environment, and say why a file cannot be read', async () => {
  const bytes = await exported();
  const closed = saved('closed.holdfast', await seal(bytes, await sealingKey('open sesame')));
  const failed = async (path: string, passphrase?: string) => {
    const given = passphrase === undefined ? {} : { HOLDFAST_PASSPHRASE: passphrase };
    const { code, out, error } = await runIn(given, 'holdings', '--file', path);
    expect([code, out]).toEqual([1, '']);
    return error;
  };
  expect(await runIn({ HOLDFAST_PASSPHRASE: 'open sesame' }, 'holdings', '--file', closed)).toEqual(
    await run('holdings'),
  );
  expect(await failed(closed)).toBe(
    'holdfast holdings: closed.holdfast is encrypted, and there is no terminal to ask for the passphrase: set HOLDFAST_PASSPHRASE.\n',
  );
  expect(await failed(closed, 'sesame')).toContain('closed.holdfast could not be decrypted: the passphrase is wrong');
  expect(await failed(saved('cut.zip', bytes.subarray(0, -40)))).toContain('cut.zip is not an export of Holdfast');
  const spoilt = await exported(({ transaction }) => Object.assign(transaction?.[1] ?? {}, { quantity: 'many' }));
  expect(await failed(saved('spoilt.zip', spoilt))).toMatch(
    /^holdfast holdings: spoilt\.zip is damaged: transaction 2 of \d+, quantity: /u,
  );
  expect(await failed('/nowhere.zip')).toContain('/nowhere.zip cannot be read');
});

it('use the figures that the operator added in reports', async () => {
  const missing = async () => {
    const { out } = await run('report', '2024-25', '--json', '--account', 'Income');
    return (JSON.parse(out) as { income: { missing: { text: string }[] }[] }).income[0]?.missing;
  };
  expect(await missing()).toHaveLength(1);
  const text = 'isin,periodEnd,currency,excessPerUnit,provider\nIE00BK5BQT80,2024-06-30,USD,0,Vanguard';
  const added = await runFactCommand(
    { store: app.store, newId: () => 'version', read: () => text },
    { action: 'add-facts', file: 'facts.csv', source: 'a report' },
  );
  expect([added.ok, await missing()]).toEqual([true, []]);
});

it.each([
  [['report', 'soon'], '"soon" is not a tax year: expected one such as 2025-26.'],
  [['holdings', '--as-of', 'soon'], '--as-of "soon" is not a date: expected one such as 2026-04-05.'],
  [['holdings', '--account', 'Main'], '--account is not an option of this command. See holdfast holdings --help.'],
  [['import', 'a.csv', '--acount', 'Main'], '--acount is not an option of this command. See holdfast import --help.'],
  [['holdings', '--server'], '--server needs a value. See holdfast holdings --help.'],
  [['holdings', '--server', '--json'], '--server needs a value. See holdfast holdings --help.'],
  [['holdings', '--json=x'], '--json takes no value. See holdfast holdings --help.'],
  [['report'], 'no tax year was named. For example: holdfast report 2025-26'],
  [['import'], 'no file was named. For example: holdfast import trades.csv'],
  [['import', '/nowhere.csv'], '/nowhere.csv cannot be read: '],
] as const)('%j is refused in one line', async ([command, ...given], words) => {
  const { code, error } = await run(command, ...given);
  expect([code, error.startsWith(`holdfast ${command}: ${words}`), error.split('\n')]).toMatchObject([
    1,
    true,
    ['', ''].with(0, error.trimEnd()),
  ]);
});
