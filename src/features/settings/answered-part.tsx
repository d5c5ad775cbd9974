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
  readonly children: (value: T) => ReactNode;
}

/** A part of the settings that only the server knows. */
export function AnsweredPart<T>({ answered, failedText, offlineText, children }: AnsweredPartProps<T>) {
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
      {value === undefined && !isLost && fault === null && <SkeletonBlock lines={2} text="Loading..." />}
      {value !== undefined && children(value)}
    </>
  );
}
