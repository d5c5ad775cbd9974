import type { ReactNode } from 'react';
import { Banner } from '../../../ui/messages/banner.tsx';
import { classNames } from '../../../ui/layout/class-names.ts';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import { SkeletonBlock } from '../../../ui/layout/skeleton.tsx';
import styles from './admin.module.css';
import type { ServerView } from './use-server-answer.ts';

export interface ServerPartProps<T> {
  readonly view: ServerView<T>;
  /** The words of a failure that is not a lost connection; null says nothing. */
  readonly failureText: ((message: string) => string) | null;
  /** False where another part of the same screen says that there is no connection. */
  readonly saysOffline?: boolean;
  /** Said while the first answer is awaited. */
  readonly loadingText?: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * A part of a screen that only the server can fill: its last reply stays readable, greyed, when there is no
 * connection.
 */
export function ServerPart<T>({ view, failureText, saysOffline = true, loadingText, children }: ServerPartProps<T>) {
  const { data, at, asking, failure, offline } = view;
  return (
    <>
      {offline && saysOffline && (
        <Banner tone="warning" title="No connection to the server.">
          {data === undefined || at === null
            ? ' This part is not stored on this device. Choose Refresh to try again.'
            : ` Last reply: ${formatInstant(at)}.`}
        </Banner>
      )}
      {failure !== null && !offline && failureText !== null && <Banner tone="error">{failureText(failure)}</Banner>}
      {data === undefined && asking && (
        <SkeletonBlock lines={4} {...(loadingText !== undefined && { text: loadingText })} />
      )}
      {data !== undefined && (
        <div className={classNames(styles.part, failure !== null && styles.outdated)}>{children(data)}</div>
      )}
    </>
  );
}
