/** Public facts that the operator adds, from the command to the devices. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYNC_FEATURES } from '../../contract/sync.ts';
import { readArguments } from '../arguments.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { runFactCommand, type FactCommand } from './facts.ts';

const HEADER = 'isin,periodEnd,currency,excessPerUnit,provider';
const FIGURE = `${HEADER}\nIE00B3XXRP09,2025-06-30,USD,0.1234,Vanguard\n`;
const RATES = 'month,USD,EUR\n2026-10,1.31,1.15\n';

const databases = await testDatabases();

describe.each(databases)('facts of the operator on %s', (_name, open) => {
  let store: Store;
  let app: TestApp;
  let token: string;
  let versions = 0;

  beforeAll(async () => {
    store = await open();
    app = await startTestApp({}, store);
    token = await app.signIn('ada@example.org');
  });
  afterAll(async () => {
    await app.close();
  });
  beforeEach(async () => {
    await store.kysely.deleteFrom('meta').where('key', 'like', 'operatorFacts%').execute();
  });

  async function run(command: FactCommand, text = ''): Promise<string> {
    const newId = () => {
      versions += 1;
      return `version-${versions}`;
    };
    const outcome = await runFactCommand({ store, newId, read: () => text }, command);
    return outcome.ok ? outcome.value.join('\n') : `refused: ${outcome.message}`;
  }
  const add = async (text: string) => await run({ action: 'add-facts', file: 'facts.csv', source: 'a report' }, text);
  const read = async () => (await app.call('GET', '/operator-facts', { token })).json;
  const told = async (scope: string) =>
    (await app.call('GET', `/sync/changes?scope=${scope}&since=0`, { token })).json as Readonly<
      Record<string, unknown>
    >;

  it('are added, listed, told to devices and removed', async () => {
    expect(await run({ action: 'list-facts' })).toBe('No figures were added on this server.');
    expect(await read()).toEqual({ excessIncome: [], monthlyRates: [], version: null });
    expect(await told('shared')).not.toHaveProperty('operatorFacts');
    expect(await add(`\uFEFF${FIGURE}`)).toContain('1 figure added from facts.csv.');
    expect(await add(RATES)).toContain('2 figures added from facts.csv.');
    expect(await add(RATES)).toBe('Everything in facts.csv was already added.');
    expect(await run({ action: 'list-facts' })).toBe(
      [
        'IE00B3XXRP09 2025-06-30  0.1234 USD a unit  Vanguard  (a report)',
        '2026-10 EUR  1.15 for a pound  (a report)',
        '2026-10 USD  1.31 for a pound  (a report)',
      ].join('\n'),
    );
    const version = `version-${versions}`;
    expect(await read()).toMatchObject({
      version,
      excessIncome: [{ isin: 'IE00B3XXRP09', excessPerUnit: 0.1234, source: 'a report' }],
      monthlyRates: [{ currency: 'USD' }, { currency: 'EUR' }],
    });
    expect(await told('shared')).toMatchObject({ operatorFacts: version });
    expect(await told('user')).not.toHaveProperty('operatorFacts');
    const remove = async (first: string, second: string) => await run({ action: 'remove-fact', first, second });
    expect(await remove('IE00B3XXRP09', '2025-06-30')).toBe('The figure for IE00B3XXRP09 2025-06-30 was removed.');
    expect(await remove('2026-10', 'USD')).toBe('The figure for 2026-10 USD was removed.');
    expect(await remove('2026-10', 'USD')).toBe('refused: You have added no figure for 2026-10 USD: see list-facts.');
    expect(await read()).toMatchObject({ excessIncome: [], monthlyRates: [{ currency: 'EUR' }] });
  });

  it('a file with a wrong line is refused as a whole, and devices are not notified', async () => {
    await add(FIGURE);
    const before = await read();
    const answer = await add(`${HEADER}\nIE00B4L5Y983,2025-06-30,USD,1,x\nIE00B3XXRP09,2025-06-30,USD,9,x\n`);
    expect(answer).toBe(
      'refused: Nothing from facts.csv was added.\n  line 3: excessPerUnit "9 USD", expected 0.1234 USD, already stored for IE00B3XXRP09 2025-06-30',
    );
    expect(await read()).toEqual(before);
  });

  it('two files at the same moment are both there', async () => {
    expect(await Promise.all([add(FIGURE), add(RATES)])).toEqual([
      expect.stringContaining('1 figure added'),
      expect.stringContaining('2 figures added'),
    ]);
    expect(await read()).toMatchObject({ excessIncome: [{}], monthlyRates: [{}, {}] });
  });
});

it('the server lists operator facts among its features', () => {
  expect(SYNC_FEATURES).toContain('operatorFacts');
});

it.each([
  [['list-facts'], { action: 'list-facts' }],
  [['remove-fact', '2026-10', 'USD'], { action: 'remove-fact', first: '2026-10', second: 'USD' }],
  [['add-facts', '/f.csv', ' a report '], { action: 'add-facts', file: '/f.csv', source: 'a report' }],
])('the command line %j', (given, command) => {
  expect(readArguments(['admin', ...given])).toEqual({ ok: true, value: { task: 'facts', command } });
});

it.each([
  [['add-facts', 'f.csv']],
  [['add-facts', 'f.csv', ' ']],
  [['add-facts', 'f.csv', 'a', 'b']],
  [['list-facts', 'x']],
  [['remove-fact', 'x']],
  [['list', 'a', 'b']],
])('the command line %j is refused', (given) => {
  expect(readArguments(['admin', ...given])).toMatchObject({ ok: false });
});
