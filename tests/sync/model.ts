/** Random histories of several devices on one server: what is done, what goes wrong, and what must hold at rest. */
import 'fake-indexeddb/auto';
import { testClock } from '../device/clock.ts';
import { newDevice, newTab, type Device, type DeviceOptions } from '../device/device.ts';
import type { History } from './model-history.ts';
import { kindsOf } from './model-kinds.ts';
import { Ledger } from './model-ledger.ts';
import { Player } from './model-player.ts';
import { answer, check, comeToRest, type End, type Outcome } from './model-rest.ts';
import type { ModelServer } from './model-server.ts';

/** Plays a history and checks at its end that nothing was lost, doubled or left behind. */
export async function play(history: History, server: ModelServer): Promise<Outcome> {
  const clock = testClock();
  const options: DeviceOptions = {
    clock,
    network: server.network,
    token: server.token,
    userId: 'model',
    inMemory: true,
  };
  const devices: Device[] = [];
  for (let i = 0; i < history.devices; i += 1) devices.push(await newDevice(options));
  const [first] = devices;
  if (first !== undefined && history.hasTab) devices.push(await newTab(first, options));
  const ledger = new Ledger();
  const player = new Player(devices, {
    options,
    clock,
    server,
    ledger,
    kinds: kindsOf(history.kinds),
    chunkRows: history.chunkRows ?? Infinity,
    answer: async (one, round) => await answer(end, one, round),
  });
  const nameOf = (number = -1): string | null => player.devices[number]?.db.name ?? null;
  const end: End = {
    devices: player.devices,
    clock,
    server,
    ledger,
    believer: nameOf(history.believer),
    late: nameOf(history.late),
  };
  try {
    const common = history.common ?? 0;
    if (history.backedUp === 'before') await player.backUp();
    if (common > 0) await player.begin(common);
    else if (history.isKnown) for (const one of devices) await one.once();
    if (history.backedUp === 'after') await player.backUp();
    for (const [index, step] of history.steps.entries()) await player.step(step, index);
    await player.end();
    await comeToRest(end);
    return await check(end);
  } finally {
    for (const one of player.devices) one.close();
  }
}
