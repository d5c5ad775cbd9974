/** Which functions of the product random histories reach: what they never call they do not test. */
import { Session } from 'node:inspector/promises';
import type { ModelServer } from './model-server.ts';

type Mode = ModelServer['mode'];

/** By file and name, what is seldom called or only after several steps, on servers of both kinds. */
const ON_BOTH = [
  'data/device/backup-records.ts restoreRecords',
  'data/imports/undo-import.ts undoImport',
  'data/outbox/queued-removals.ts restoreDeleted',
  'data/outbox/settlement.ts ask',
  'data/outbox/settlement.ts askAboutDeletion',
  'data/outbox/settlement.ts putMerged',
  'data/outbox/settlement.ts requeue',
  'data/outbox/settlement.ts settleDeletions',
  'data/questions/attention.ts resolveConflict',
];

const REACHED = {
  extended: [
    ...ON_BOTH,
    'data/device/backup-records.ts restoreReceipt',
    'data/outbox/chunk-settlement.ts settleRows',
    'data/outbox/defer.ts deferWaiting',
    'data/outbox/row-versions.ts forgetVersions',
    'data/outbox/settlement.ts reconcileExisting',
    'data/outbox/settlement.ts refuse',
    'data/pulled/quarantine.ts answerQuarantine',
    'data/pulled/quarantine.ts stopAsking',
    'data/pulled/reconcile-queued.ts endQuestion',
    'data/pulled/reconcile-queued.ts noteAbsent',
    'data/pulled/reconcile-queued.ts rebase',
    'data/pulled/reconcile-queued.ts reconcileCreation',
    'data/questions/attention.ts discardEntry',
    'data/questions/attention.ts retryEntry',
    'sync/send/send-deletions.ts sendDeletionsAtVersions',
  ],
  plain: [
    ...ON_BOTH,
    'data/outbox/chunk-settlement.ts replaceByRows',
    'data/outbox/rekey.ts rekeyRecord',
    'data/pulled/quarantine.ts removeAbsent',
    'data/questions/resent-duplicates.ts noteDuplicates',
    'sync/send/send-deletions.ts sendDeletionsPlain',
  ],
} as const satisfies Record<Mode, readonly string[]>;

/** Runs histories; returns what they should have reached and did not. A function that was renamed is renamed here too. */
export async function notReachedBy(mode: Mode, run: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    // Without counts, which would slow down every call.
    await session.post('Profiler.startPreciseCoverage');
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = new Set(
      result.flatMap(({ url, functions }) => {
        const file = /\/src\/(?<path>.+\.ts)$/u.exec(url)?.groups?.['path'] ?? '';
        return functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ functionName }) => `${file} ${functionName}`);
      }),
    );
    return REACHED[mode].filter((name) => !called.has(name));
  } finally {
    session.disconnect();
  }
}
