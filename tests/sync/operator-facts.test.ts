/** What the operator of a server adds of public facts reaches every device, and stays there without a connection. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runFactCommand } from '../../server/commands/facts.ts';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { readOperatorFacts } from '../../src/data/records/operator-facts.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { appHandler } from '../device/real-server.ts';

let app: TestApp;
let token: string;
/** What the server answers for the facts themselves. */
let answersFacts = true;
let asked = 0;
const devices: Device[] = [];

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn('ada@example.org');
});
afterEach(() => {
  for (const device of devices.splice(0)) device.close();
  answersFacts = true;
});
afterAll(async () => {
  await app.close();
});

async function device(): Promise<Device> {
  const handle = appHandler(() => app.app);
  const network = testNetwork(async (request) => {
    if (!request.url.endsWith('/operator-facts')) return await handle(request);
    asked += 1;
    if (answersFacts) return await handle(request);
    throw new TypeError('the connection broke');
  });
  const made = await newDevice({ clock: testClock(), network, token, userId: newId() });
  devices.push(made);
  return made;
}

async function add(text: string): Promise<void> {
  const command = { action: 'add-facts', file: 'facts.csv', source: 'a report' } as const;
  const outcome = await runFactCommand({ store: app.store, newId, read: () => text }, command);
  expect(outcome).toMatchObject({ ok: true });
}

const factsOf = async ({ db }: Device) => {
  const facts = (await readOperatorFacts(db))?.facts;
  return [...(facts?.excessIncome ?? []), ...(facts?.monthlyRates ?? [])].map((fact) =>
    'isin' in fact
      ? `${fact.isin} ${fact.excessPerUnit} ${fact.source}`
      : `${fact.month} ${fact.perPound} ${fact.source}`,
  );
};

const FIGURE = 'IE00B3XXRP09 0.1234 a report';

it('facts of the operator come with a pull, are requested once, and follow changes and removals', async () => {
  const [phone, laptop] = [await device(), await device()];
  await phone.once();
  expect([await factsOf(phone), asked]).toEqual([[], 0]);
  await add('isin,periodEnd,currency,excessPerUnit,provider\nIE00B3XXRP09,2025-06-30,USD,0.1234,x\n');
  expect(await factsOf(phone)).toEqual([]);
  await phone.once();
  await phone.once();
  await laptop.once();
  expect([await factsOf(phone), await factsOf(laptop), asked]).toEqual([[FIGURE], [FIGURE], 2]);
  await add('month,USD\n2026-10,1.31\n');
  await phone.once();
  expect(await factsOf(phone)).toEqual([FIGURE, '2026-10 1.31 a report']);
  await runFactCommand(
    { store: app.store, newId, read: () => '' },
    { action: 'remove-fact', first: 'IE00B3XXRP09', second: '2025-06-30' },
  );
  await phone.once();
  expect(await factsOf(phone)).toEqual(['2026-10 1.31 a report']);
  // A server that was restored from a backup from before there were any.
  await app.store.kysely.deleteFrom('meta').where('key', 'like', 'operatorFacts%').execute();
  await phone.once();
  expect(await factsOf(phone)).toEqual([]);
});

it('where they cannot be read, those before stay, everything else goes on, and they are asked for again', async () => {
  const phone = await device();
  await add('month,USD\n2026-10,1.31\n');
  await phone.once();
  await add('month,USD\n2026-11,1.32\n');
  answersFacts = false;
  written(await saveRecord(phone.db, 'account', { name: 'Main' }));
  await phone.settle();
  expect([await factsOf(phone), await listOutbox(phone.db)]).toEqual([['2026-10 1.31 a report'], []]);
  answersFacts = true;
  await phone.once();
  expect(await factsOf(phone)).toEqual(['2026-10 1.31 a report', '2026-11 1.32 a report']);
});
