/** Files are read before the transaction of their import, because reading within it would make others wait. */
import { done, type Outcome } from '../outcome.ts';
import type { Db } from '../store/database/store.ts';
import { lockUser, readCounter, SHARED } from '../store/versions/counters.ts';
import type { ImportContext } from './import-context.ts';

type Read<T> = (context: ImportContext) => Promise<Outcome<T>>;

/** A file that was read, with the state of the data at that time, and how it is read again. */
export interface ReadAhead<T> {
  readonly reading: T;
  readonly dataState: string;
  readonly read: Read<T>;
}

/** The state of the data on which a reading depends. */
async function dataStateOf(db: Db, userId: string): Promise<string> {
  return `${(await readCounter(db, userId)).value}/${(await readCounter(db, SHARED)).value}`;
}

/** Reads a file while others write. */
export async function readAhead<T>(context: ImportContext, read: Read<T>): Promise<Outcome<ReadAhead<T>>> {
  const dataState = await dataStateOf(context.db, context.userId);
  const reading = await read(context);
  return reading.ok ? done({ reading: reading.value, dataState, read }) : reading;
}

/** True while the data on which a reading depends is as it was. */
export async function isUnchanged({ db, userId }: ImportContext, { dataState }: ReadAhead<unknown>): Promise<boolean> {
  return (await dataStateOf(db, userId)) === dataState;
}

/**
 * The earlier reading, or the file read again where the data has changed since. The user's scope is locked from here
 * on.
 */
export async function lockedReading<T>(context: ImportContext, ahead: ReadAhead<T>): Promise<Outcome<T>> {
  await lockUser(context.db, context.userId);
  return (await isUnchanged(context, ahead)) ? done(ahead.reading) : await ahead.read(context);
}
