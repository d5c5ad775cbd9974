import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import type { Answered } from './use-answer.ts';

export interface AnsweredPartProps<T> {
  readonly answered: Answered<T>;
  /** What could not be had: 'Your sessions could not be listed.' */
  readonly failedText: string;
  /** What can be done with a connection: 'Your sessions are listed when you are connected.' */
  readonly offlineText: string;
  /** For what stands there until the server has replied: as tall as what comes. */
  readonly awaited?: string | undefined;
  readonly children: (value: T) => ReactNode;
}

/** A part of the settings that only the server knows. */
export function AnsweredPart<T>({ answered, failedText, offlineText, awaited, children }: AnsweredPartProps<T>) {
  const { value, fault, isLost, askAgain } = answered;
  return (
    <>
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
      {value === undefined && !isLost && fault === null && (
        <div className={awaited}>
          <SkeletonBlock lines={2} text="Loading..." />
        </div>
      )}
      {value !== undefined && children(value)}
    </>
  );
}
