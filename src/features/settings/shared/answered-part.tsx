import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { classNames } from '../../../ui/layout/class-names.ts';
import { SkeletonBlock } from '../../../ui/layout/skeleton.tsx';
import { Banner } from '../../../ui/messages/banner.tsx';
import styles from './settings.module.css';
import type { Answered } from './use-answer.ts';

export interface AnsweredPartProps<T> {
  readonly answered: Answered<T>;
  /** What could not be had: 'Your sessions could not be listed.' */
  readonly failedText: string;
  /** What can be done with a connection: 'Your sessions are listed when you are connected.' */
  readonly offlineText: string;
  /** For what stands there without a reply: at least as tall as what a reply brings, so that nothing below moves. */
  readonly room?: string | undefined;
  /** What the device itself knows of it, shown without a reply, above what is said of the reply: it stays where it is. */
  readonly known?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** A part of the settings that only the server knows. */
export function AnsweredPart<T>({ answered, failedText, offlineText, room, known, children }: AnsweredPartProps<T>) {
  const { value, fault, isLost, askAgain } = answered;
  return (
    <div className={classNames(styles.stack, value === undefined && room)}>
      {value === undefined && known}
      {isLost && <Banner tone="info">You are offline. {offlineText}</Banner>}
      {!isLost && fault !== null && (
        <Banner
          tone="error"
          actions={
            <Button size="small" onClick={askAgain}>
              Try again
            </Button>
          }
        >
          {failedText} {fault}
        </Banner>
      )}
      {value === undefined && !isLost && fault === null && <SkeletonBlock lines={2} text="Loading..." />}
      {value !== undefined && children(value)}
    </div>
  );
}
