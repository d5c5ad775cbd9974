/**
 * What the user must be told about this device's storage. It is raised while records are being opened, before the page
 * that shows messages exists, so it waits here.
 */
import { create } from 'zustand';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { formatCount } from '../../ui/texts/format.ts';
import type { UnsentChanges } from './unsent-changes.ts';

/**
 * - `blocked`: an older tab holds the records, and opening them waits for it
 * - `outdated`: a newer app in another tab has taken them over
 * - `erased`: the browser has removed them
 * - `unopened`: the browser has removed them, and has given no access to its storage since
 * - `removing`: their user is removing them, and that has not finished
 * - `noFigures`: the worker got no access to them
 */
export type StorageNotice = 'blocked' | 'outdated' | 'erased' | 'unopened' | 'removing' | 'noFigures';

export interface StorageNoticeText {
  readonly title: string;
  readonly description: string;
  /** Reloading the page fixes it. */
  readonly offersReload?: boolean;
}

export const STORAGE_NOTICE_TEXTS: Readonly<Record<StorageNotice, StorageNoticeText>> = {
  blocked: {
    title: 'Another tab uses an older version',
    description: 'Close the other tabs of Holdfast to continue.',
  },
  outdated: {
    title: 'A newer version runs in another tab',
    description: 'This tab has stopped saving. Reload it to continue.',
    offersReload: true,
  },
  erased: {
    title: "The browser has erased this device's copy",
    description: 'It is fetched again from your server. Unsent changes were lost.',
  },
  unopened: {
    title: 'Your records could not be fetched again',
    description: 'The browser does not allow access to its storage. Copy what you have typed, and reload the page.',
    offersReload: true,
  },
  removing: {
    title: 'Your data is not yet removed from this device',
    description:
      'Close the other tabs of Holdfast. If this message stays, the removal continues when Holdfast is next opened.',
  },
  noFigures: {
    title: 'Figures cannot be calculated',
    description: 'Holdfast could not open its data for calculations. Reloading usually helps.',
  },
};

/** Where nobody else has the records. */
const ERASED_FOR_GOOD: StorageNoticeText = {
  title: 'The browser has erased your records',
  description: 'They were on this device only. Restore your last backup in Settings.',
};

interface StandingNotices {
  readonly notices: readonly StorageNotice[];
  /** The unsent changes that were lost with the erased records; null when unknown. */
  readonly lost: UnsentChanges | null;
}

/** The current notices. */
export const useStorageNotices = create<StandingNotices>(() => ({ notices: [], lost: null }));

/** The text of a notice. */
export function storageNoticeText(notice: StorageNotice): StorageNoticeText {
  if (notice === 'erased' && !useServerPresence.getState().hasServer) return ERASED_FOR_GOOD;
  const { lost } = useStorageNotices.getState();
  const text = STORAGE_NOTICE_TEXTS[notice];
  return notice !== 'erased' || lost === null ? text : { ...text, description: lossText(lost) };
}

function lossText({ count, titles }: UnsentChanges): string {
  if (count === 0)
    return 'All changes had been sent. Your records are being fetched from your server, and your unsaved text is kept.';
  const changes =
    count === 1
      ? '1 change that had not been sent is lost'
      : `${formatCount(count)} changes that had not been sent are lost`;
  const others = count > titles.length ? ', and others' : '';
  return `${changes}: ${titles.join('; ')}${others}. Everything else is being fetched from your server, and your unsaved text is kept.`;
}

/** Says that the browser has erased the records while they were open, and which changes were lost. */
export function raiseErased(lost: UnsentChanges | null): void {
  // A notice that is already shown is shown again.
  withdrawStorageNotice('erased');
  useStorageNotices.setState({ lost });
  raiseStorageNotice('erased');
}

/** Raises a notice; it is shown until it is withdrawn, or its session ends. */
export function raiseStorageNotice(notice: StorageNotice): void {
  useStorageNotices.setState(({ notices }) => ({ notices: [...notices.filter((other) => other !== notice), notice] }));
}

/** Withdraws a notice that no longer holds, or that the user has closed. */
export function withdrawStorageNotice(notice: StorageNotice): void {
  useStorageNotices.setState(({ notices }) =>
    notices.includes(notice) ? { notices: notices.filter((other) => other !== notice) } : {},
  );
}

/** At the end of a session: withdraws the notices about its user's open records. A removal continues. */
export function withdrawStorageNotices(): void {
  useStorageNotices.setState(({ notices }) => ({
    notices: notices.filter((notice) => notice === 'removing'),
    lost: null,
  }));
}
