/**
 * Chaos in real browsers: two profiles with two tabs each add, edit and delete while tabs sleep, wires are cut, and browsers and the
 * server are killed; once in a round the server may come back from a backup. At rest every device has what the server has, and
 * nothing that was saved is missing. `npm run soak -- browsers ROUNDS SEED` plays it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '../../../bench/random.ts';
import { throwAwayPostgres } from '../../../server/store/testing/throw-away-postgres.ts';
import type { Plan, SeenRequest } from '../../faults/fault-proxy.ts';
import { newPerson, type Person } from '../steps/people.ts';
import { ServerProcess } from '../servers/server-process.ts';
import { ChaosDevice, type Choice } from './chaos-device.ts';
import { ChaosLedger, type Purchase } from './chaos-ledger.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SEED = Number(process.argv[3] ?? 1);
const STEPS = 45;
/** Real time in which devices do what they do by themselves. */
const PAUSE_MS = 1500;
const REST_LIMIT_MS = 300_000;

type Below = (below: number) => number;

/** In all rounds. */
let saved = 0;

const pause = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Networks that a device may be on; each spoils a share of the calls of the API. */
const NETWORKS: Readonly<Record<string, (random: Below) => (request: SeenRequest) => Plan>> = {
  good: () => () => 'pass',
  bad:
    (random) =>
    ({ url }) => {
      const plans: Plan[] = ['drop', 'cut', 'twice', 'truncate', 'cutUpload'];
      return url.startsWith('/api') && random(2) === 0 ? (plans[random(plans.length)] ?? 'drop') : 'pass';
    },
  gone: () => () => 'drop',
  overloaded:
    (random) =>
    ({ url }) =>
      url.startsWith('/api') && random(2) === 0 ? { status: 503, body: '{"message":"later"}' } : 'pass',
  deaf:
    (random) =>
    ({ url, method }) =>
      url.startsWith('/api') && method !== 'GET' && random(3) > 0 ? 'cut' : 'pass',
};

/** Where the server's data is, beside its folder. */
type ServerEnv = Readonly<Record<'DATABASE_URL', string>>;

/** One round from a new user to rest; returns what does not hold. */
async function playRound(server: ServerProcess, env: ServerEnv, seed: number): Promise<readonly string[]> {
  const next = randomFrom(seed);
  const random: Below = (below) => Math.floor(next() * below);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const person = await newPerson(server);
  const devices = [
    await ChaosDevice.start('first', server.port, person),
    await ChaosDevice.start('second', server.port, person),
  ];
  const ledger = new ChaosLedger();
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-chaos-'));
  const backup = join(folder, 'backup.gz');
  const told: string[] = [];
  let hasBackup = false;
  let charge = 0;
  const steps: Readonly<Record<string, (device: ChaosDevice, tab: number) => Promise<string>>> = {
    add: async (device, tab) => {
      const label = ledger.next();
      await device.add(device.tab(tab), label);
      ledger.saved(label, device.name, 0);
      return `${label}`;
    },
    edit: async (device, tab) => {
      // Mostly its own, so that what must be there at the end is known to the penny.
      const label = pick(random(4) === 0 ? ledger.all() : ledger.ownOf(device.name));
      if (label === undefined) return 'none';
      charge += 1;
      if (!(await device.edit(device.tab(tab), label, charge))) return `${label} is not here`;
      ledger.saved(label, device.name, charge);
      return `${label} to ${charge}`;
    },
    remove: async (device, tab) => {
      const label = pick(random(4) === 0 ? ledger.all() : ledger.ownOf(device.name));
      if (label === undefined) return 'none';
      if (!(await device.remove(device.tab(tab), label))) return `${label} is not here`;
      ledger.removed(label, device.name);
      return `${label}`;
    },
    network: async (device) => {
      const [name, network] = pick(Object.entries(NETWORKS));
      device.network.plan = network(random);
      return await Promise.resolve(name);
    },
    sleep: async (device) => {
      await device.setFrozen(device.tab(1), true);
      await pause(PAUSE_MS);
      await device.setFrozen(device.tab(1), false);
      return '';
    },
    wait: async () => {
      await pause(PAUSE_MS * (1 + random(3)));
      return '';
    },
    sync: async (device) => {
      await device.syncNow();
      return '';
    },
    killBrowser: async (device) => {
      await pause(random(400));
      await device.kill();
      return '';
    },
    killServer: async () => {
      await server.stop('SIGKILL');
      await pause(random(PAUSE_MS));
      await server.startAgain();
      return '';
    },
    backUp: async () => {
      if (hasBackup) return await Promise.resolve('there is one');
      ledger.backedUp(await rowsOf(server, person));
      runServer(server, env, 'backup', backup);
      hasBackup = true;
      return '';
    },
    restore: async () => {
      if (!hasBackup || random(2) === 0) return 'not now';
      await server.stop('SIGTERM');
      runServer(server, env, 'restore', backup);
      hasBackup = false;
      rmSync(backup);
      ledger.restored();
      await server.startAgain();
      return '';
    },
  };
  const bag =
    'add add add add edit edit edit edit remove network network sleep wait wait sync killBrowser killServer backUp restore';
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const name = pick(bag.split(' '));
      const device = pick(devices);
      const tab = random(2);
      const begun = `${device.name} ${tab} ${name}`;
      try {
        told.push(`${begun} ${(await steps[name]?.(device, tab)) ?? ''}`);
      } catch (error) {
        const shown = await device.tab(tab).locator('body').innerText();
        throw new Error(`step ${step}, ${begun}, at ${device.tab(tab).url()}:\n${shown}\n`, { cause: error });
      }
    }
    for (const device of devices) device.network.plan = () => 'pass';
    saved += ledger.changes;
    await rest(devices, {
      mine: () => random(2) === 0,
      // To the server of a backup a later purchase was never there: who edited it keeps it, and it must not be lost.
      acceptsDeletion: () => !ledger.wasRestored && random(2) === 0,
    });
    const faults = await compare(server, person, devices, ledger);
    if (faults.length > 0) console.log(told.join('\n'));
    return faults;
  } catch (error) {
    console.log(told.join('\n'));
    throw error;
  } finally {
    for (const device of devices) await device.dispose();
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command of the server on its data. */
function runServer(server: ServerProcess, env: ServerEnv, command: 'backup' | 'restore', file: string): void {
  const ended = spawnSync(process.execPath, ['dist/server/main.js', command, file], {
    env: { ...process.env, ...env, NODE_ENV: 'production', DATA_DIR: server.dataDir },
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`${command}: ${ended.stdout}${ended.stderr}`);
}

/** Syncs and answers questions until no device has any change left, twice in a row. */
async function rest(devices: readonly ChaosDevice[], choice: Choice): Promise<void> {
  const begun = performance.now();
  for (let calm = 0; calm < 2;) {
    let left = 0;
    for (const device of devices) {
      await device.syncNow();
      left += await device.answer(choice);
      left += (await device.stored()).waiting.length;
    }
    calm = left === 0 ? calm + 1 : 0;
    if (performance.now() - begun > REST_LIMIT_MS) {
      const waiting = await Promise.all(devices.map(async (device) => [device.name, (await device.stored()).waiting]));
      throw new Error(`no rest: ${JSON.stringify(waiting)}`);
    }
    await pause(PAUSE_MS);
  }
}

/** The purchases that the server has; one that is being deleted may be left out. */
async function rowsOf(server: ServerProcess, person: Person): Promise<readonly (Purchase & { readonly id: string })[]> {
  const get = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${person.token}` } });
    if (reply.status === 404) return null;
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return await reply.json();
  };
  const ids = (await get('/transactions/user/ids')) as string[];
  const rows = await Promise.all(
    ids.map(async (id) => {
      const row = (await get(`/transactions/${id}`)) as { consideration: number; brokerCharge: number | null } | null;
      return row === null ? [] : [{ id, label: row.consideration, charge: row.brokerCharge ?? 0 }];
    }),
  );
  return rows.flat();
}

/** What the server has, what each device has, and what the ledger says must be there. */
async function compare(
  server: ServerProcess,
  person: Person,
  devices: readonly ChaosDevice[],
  ledger: ChaosLedger,
): Promise<readonly string[]> {
  const rows = await rowsOf(server, person);
  const onServer = rows.map(({ id, label, charge }) => `${id} ${label} ${charge}`).toSorted();
  const faults = [...ledger.faults(rows)];
  for (const device of devices) {
    const here = (await device.stored()).rows
      .map(({ id, consideration, charge }) => `${id} ${consideration} ${charge}`)
      .toSorted();
    const missing = onServer.filter((row) => !here.includes(row));
    const beyond = here.filter((row) => !onServer.includes(row));
    if (missing.length + beyond.length > 0)
      faults.push(`${device.name} lacks ${missing.join(', ')} and has ${beyond.join(', ')}`);
  }
  return faults;
}

const postgres = await throwAwayPostgres();
if (postgres === null) console.log('No initdb here: all rounds are played on SQLite.');
let held = 0;
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const isPostgres = postgres !== null && round % 2 === 1;
    const env = { DATABASE_URL: isPostgres ? await postgres.newDatabase() : '' };
    const server = await ServerProcess.start(env);
    const about = `round ${round + 1}, seed ${SEED + round}, ${isPostgres ? 'PostgreSQL' : 'SQLite'}`;
    try {
      // The first user is the administrator.
      await newPerson(server);
      const faults = await playRound(server, env, SEED + round);
      if (faults.length === 0) held += 1;
      console.log(`${about}: ${faults.length === 0 ? 'held' : `FAILED\n  ${faults.join('\n  ')}`}`);
    } catch (error) {
      console.log(`${about}: NOT PLAYED TO ITS END`, error);
    } finally {
      await server.dispose();
    }
  }
} finally {
  await postgres?.stop();
}
console.log(`${held} of ${ROUNDS} rounds held, ${saved} changes were saved`);
process.exitCode = held === ROUNDS ? 0 : 1;
