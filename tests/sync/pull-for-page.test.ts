import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveAccount } from '../../src/data/accounts.ts';
import { ownerOf, userDatabaseNames } from '../../src/data/database.ts';
import { readSyncState } from '../../src/data/meta.ts';
import { createApi } from '../../src/sync/api.ts';
import { pullForPage, type PullingPage } from '../../src/sync/pull-for-page.ts';
import { pullBrieflyOr, type Pull } from '../../src/sync/pull.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork, type TestRequest } from '../device/network.ts';
import { realServer, type RealServer } from '../device/real-server.ts';

let server: RealServer;
let clock: TestClock;
let network: TestNetwork;
let token: string;
let laptop: Device;
let phone: Device;
/** How many changes a page of either reader has; small, so that a few records are many. */
let limits: { brief: number; long: number };

beforeAll(async () => {
  server = await realServer();
});
afterAll(async () => await server.close());

beforeEach(async () => {
  clock = testClock();
  limits = { brief: 2, long: 2 };
  const smaller = (url: string): string => url.replace('limit=500', `limit=${limits.brief}`).replace('limit=2000', `limit=${limits.long}`);
  network = testNetwork(async (request) => await server.handle({ ...request, url: smaller(request.url), text: request.text, json: request.json }));
  token = await server.newUser();
  laptop = await newDevice({ clock, network, token });
  phone = await newDevice({ clock, network, token });
});

async function accountsFromLaptop(names: readonly string[]): Promise<void> {
  for (const name of names) written(await saveAccount(laptop.db, { name }, clock.now()));
  await laptop.settle();
}

/** The page's side of a pull: who is signed in, and what it was told. */
function pageOf(credentials: PullingPage['credentials'] = () => ({ token, userId: 'user' })) {
  const told = { refused: [] as string[], progress: [] as number[], dates: new Set<string>() };
  const page: PullingPage = {
    credentials,
    onUnauthorised: (refused) => void told.refused.push(refused),
    onProgress: (records) => void told.progress.push(records),
    onServerDate: (date) => void told.dates.add(date),
  };
  return { page, told };
}

async function inWorker(page: PullingPage) {
  return await pullForPage(page, { name: phone.db.name, mode: 'extended', full: false }, phone.environment);
}

async function accountNames(device: Device): Promise<string[]> {
  return (await device.db.accounts.toArray()).map(({ name }) => name).toSorted();
}

const isChanges = (request: TestRequest): boolean => request.url.includes('/sync/changes');

describe('a pull that is left to a worker', () => {
  it('is the first, and one of many changes; a few are read by the page', async () => {
    await phone.once();
    await accountsFromLaptop(['A', 'B', 'C', 'D', 'E']);
    const handedOver: string[][] = [];
    const pullPhone = async (full = false): Promise<string> => {
      const { db, environment } = phone;
      const long: Pull = async () => {
        handedOver.push(await accountNames(phone));
        return await inWorker(pageOf().page);
      };
      return await pullBrieflyOr(long)({ db, environment, api: createApi(environment, await ownerOf(db)) }, 'extended', full);
    };
    expect(await pullPhone()).toBe('done');
    // The page had taken over its own part.
    expect(handedOver).toEqual([['A', 'B']]);
    expect(await accountNames(phone)).toEqual(['A', 'B', 'C', 'D', 'E']);
    await accountsFromLaptop(['F']);
    expect(await pullPhone()).toBe('done');
    expect(handedOver).toHaveLength(1);
    expect(await accountNames(phone)).toContain('F');
    expect(await pullPhone(true)).toBe('done');
    expect(handedOver).toHaveLength(2);
  });

  it('asks the page before each request, so that a token renewed meanwhile is used and one without its user is not', async () => {
    await phone.once();
    await accountsFromLaptop(['A', 'B', 'C', 'D', 'E']);
    const tokens: string[] = [];
    network.fault = (request) => {
      tokens.push(request.headers.get('authorization') ?? '');
      return 'none';
    };
    let asked = 0;
    const renewed = pageOf(() => {
      asked += 1;
      // Signed out after two requests.
      return asked > 2 ? null : { token, userId: 'user' };
    });
    expect(await inWorker(renewed.page)).toBe('signedOut');
    expect(tokens).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    expect(await inWorker(pageOf(() => ({ token, userId: 'another' })).page)).toBe('signedOut');
    expect(tokens).toHaveLength(2);
    // What had come is kept, and read on from.
    const again = pageOf();
    expect(await inWorker(again.page)).toBe('done');
    expect(await accountNames(phone)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(again.told.progress.at(-1)).toBeGreaterThan(0);
    expect(again.told.dates.size).toBeGreaterThan(0);
  });

  it('tells the page of a token that is refused, once it was tried again with the page\'s own', async () => {
    await phone.once();
    await accountsFromLaptop(['A']);
    network.fault = (request) => (isChanges(request) && request.headers.get('authorization') === 'Bearer old' ? 401 : 'none');
    const tokens = ['old', token];
    const refreshed = pageOf(() => ({ token: tokens.shift() ?? token, userId: 'user' }));
    expect(await inWorker(refreshed.page)).toBe('done');
    expect(refreshed.told.refused).toEqual([]);
    const revoked = pageOf(() => ({ token: 'old', userId: 'user' }));
    expect(await inWorker(revoked.page)).toBe('signedOut');
    expect(revoked.told.refused).toEqual(['old']);
  });

  it('fails without a database, and makes none', async () => {
    const { page } = pageOf();
    expect(await pullForPage(page, { name: 'holdfast-gone', mode: 'extended', full: false }, phone.environment)).toBe('failed');
    expect(await userDatabaseNames()).not.toContain('holdfast-gone');
    expect((await readSyncState(phone.db)).userCursor).toBeNull();
  });
});
