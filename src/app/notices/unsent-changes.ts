/** Remembers in memory which changes wait to be sent, so that the user can be told what is lost when the browser erases them. */
import { watchTables } from '../../data/database/change-feed.ts';
import { countUnsent, firstUnsent } from '../../data/questions/outbox-count.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { entryContext } from '../../features/sync/entry-context.ts';
import { entryTitle } from '../../features/sync/entry-words.ts';
import { tellBug } from './tell-bug.ts';

export interface UnsentChanges {
  /** Rows of imports are counted one by one. */
  readonly count: number;
  /** What the first of them are about. */
  readonly titles: readonly string[];
}

export interface UnsentFollower {
  /** As of the last reading; null before the first. */
  readonly latest: () => UnsentChanges | null;
  readonly stop: () => void;
}

/** More would not be read by anyone. */
const MOST_TITLES = 5;
/**
 * While changes keep coming, the pause after a reading is this many times as long as the reading: thousands of changes
 * take a while.
 */
const PAUSE = 5;

async function readUnsent(db: HoldfastDatabase): Promise<UnsentChanges> {
  const { first, count } = await db.transaction('r', [db.outbox, db.importChunks], async () => ({
    first: await firstUnsent(db, MOST_TITLES),
    count: await countUnsent(db),
  }));
  // Usually nothing waits, and the names of all records need not be read.
  if (first.length === 0) return { count, titles: [] };
  const context = await entryContext(db, first);
  return { count, titles: first.map((entry) => entryTitle(entry, context)) };
}

/** Follows the changes of an open database that the server has not got, once it may read it. */
export function followUnsent(db: HoldfastDatabase, mayRead: Promise<void>): UnsentFollower {
  let latest: UnsentChanges | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isReading = false;
  let isStale = false;
  const read = (): void => {
    timer = null;
    isReading = true;
    isStale = false;
    const begun = performance.now();
    readUnsent(db)
      // After reading has failed, the last count is still known.
      .then((unsent) => {
        latest = unsent;
      }, tellBug)
      .finally(() => {
        isReading = false;
        if (isStale) timer ??= setTimeout(read, PAUSE * (performance.now() - begun));
      });
  };
  const readUnlessBusy = (): void => {
    if (!isStopped && !isReading && timer === null) read();
  };
  const stopWatching = watchTables(db, ['outbox'], () => {
    isStale = true;
    readUnlessBusy();
  });
  void mayRead.then(readUnlessBusy);
  return {
    latest: () => latest,
    stop: () => {
      isStopped = true;
      stopWatching();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
