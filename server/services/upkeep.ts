/** What a server does by itself at its start and from time to time. */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { boundHistories, sweep } from '../store/upkeep/housekeeping.ts';
import { finishWork } from './unfinished-work.ts';
import { sweepReceipts } from './receipts.ts';
import type { Services } from './services.ts';

/** Removes expired rows daily, and hourly what deletions have left. Returns a function that stops it. */
export function startUpkeep(services: Services): () => void {
  const { store, clock, inBackground } = services;
  const repeat = (work: () => Promise<void>, interval: number): NodeJS.Timeout => {
    const start = (): void => {
      inBackground(work());
    };
    start();
    return setInterval(start, interval).unref();
  };
  const timers = [
    repeat(async () => {
      await sweep(store, clock());
    }, millisecondsInDay),
    repeat(async () => {
      await finishWork(services);
    }, millisecondsInHour),
    repeat(async () => {
      await sweepReceipts(services);
    }, millisecondsInHour),
    repeat(async () => {
      await boundHistories(store);
    }, millisecondsInHour),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
