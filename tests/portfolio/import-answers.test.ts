import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerExtraKey, answerExtraValue, ANSWERS_EXTRA } from '../../domain/csv/questions/remembered-answers.ts';
import { multipart, startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { rememberAnswer } from '../../src/data/imports/import-memory.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { freshDatabase } from '../device/fixtures.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FILE = [
  'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£)',
  '06/05/2025,08/05/2025,B111111111,Vodafone Group plc,70,1000,-711.95',
  '07/05/2025,09/05/2025,B222222222,Vodafone Group plc ADR,70,500,-361.95',
  '08/05/2025,10/05/2025,B333333333,Vodafone Group plc 6.25% Bonds,70,500,-361.95',
].join('\n');
const origin = { key: 'Hargreaves Lansdown', label: 'Hargreaves Lansdown' };
const ANSWERS = [
  { origin, question: 'security:vodafone group plc adr', kind: 'security', label: 'ADR', answer: 'US92857W3088' },
  { origin, question: 'wrapper:main account', kind: 'wrapper', label: 'Main Account', answer: 'ISA' },
] as const;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  app.now = NOW;
  token = await app.signIn('ada@example.org');
  await app.call('POST', '/accounts', { token, body: { name: 'Main Account' } });
});
afterAll(async () => {
  await app.close();
});

interface Row {
  readonly rowNumber: number;
  readonly status: string;
  readonly selected: boolean;
  readonly errors: readonly { readonly message: string }[];
  readonly transaction: { readonly isin: string; readonly taxWrapper: string; readonly quantity: number | null };
}

/** What both sides say of a row; the specified calls have no status for a question, and name it as an error. */
const said = ({ rowNumber, status, selected, transaction }: Row) => [
  rowNumber,
  status === 'question' ? 'error' : status,
  selected,
  transaction.isin,
  transaction.taxWrapper,
  transaction.quantity,
];

async function onServer(): Promise<readonly Row[]> {
  const form = multipart({ content: FILE });
  const reply = await app.call('POST', '/transactions/preview-import', { token, ...form });
  return (reply.json as { previewTransactions: readonly Row[] }).previewTransactions;
}

it('gives the same rows on the server and on the device, before and after the same answers', async () => {
  const accounts = (await app.call('GET', '/accounts', { token })).json as readonly { id: string; name: string }[];
  const db = await freshDatabase();
  await db.accounts.bulkAdd(accounts.map(({ id, name }) => ({ id, name, version: 1 })));
  const assets = (await app.call('GET', '/assets', { token })).json as readonly Record<string, unknown>[];
  await db.assets.bulkAdd(assets.map((asset) => ({ ...asset, version: 1 })) as never[]);
  const brokers = (await app.call('GET', '/brokers', { token })).json as readonly { id: string; name: string }[];
  await db.brokers.bulkAdd(brokers.map(({ id, name }) => ({ id, name, version: 1 })));
  const worker = createHoldfastWorker(() => NOW);
  await worker.open(db.name);
  const onDevice = async (): Promise<readonly Row[]> => {
    const opened = await worker.previewImport({ name: 'a.csv', bytes: new TextEncoder().encode(FILE).buffer });
    if (!opened.ok) throw new Error(opened.message);
    return await worker.previewRows({ previewId: opened.previewId, status: 'all', offset: 0, limit: 10 });
  };
  const before = await onServer();
  expect(before.map(said)).toEqual((await onDevice()).map(said));
  expect(before.map(({ status }) => status)).toEqual(['error', 'error', 'error']);
  expect(before[0]?.errors).toEqual([
    { message: 'The file does not say which tax wrapper the rows of Main Account are held in.' },
  ]);
  for (const answer of ANSWERS) {
    await rememberAnswer(db, answer);
    const path = `/sync/extras/${ANSWERS_EXTRA}/${answerExtraKey(origin, answer.question)}`;
    const reply = await app.call('PUT', path, { token, body: { value: answerExtraValue(answer) } });
    expect(reply.status).toBe(200);
  }
  const after = await onServer();
  expect(after.map(said)).toEqual((await onDevice()).map(said));
  expect(after.map(({ status, transaction }) => [status, transaction.isin])).toEqual([
    ['valid', 'GB00BH4HKS39'],
    ['valid', 'US92857W3088'],
    ['error', ''],
  ]);
  await worker.close();
});
