import type { ReactNode } from 'react';
import { useFirstRead } from '../app-state/first-read.ts';
import { EmptyState } from './empty-state.tsx';

/** Says that nothing is recorded yet and offers the first step, but not to someone whose records are still on their way. */
export function FirstSteps({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  const { isIncomplete } = useFirstRead();
  if (isIncomplete)
    return (
      <EmptyState title={title}>
        Your records have not all been fetched from the server yet. They appear here as they arrive.
      </EmptyState>
    );
  return (
    <EmptyState title={title} action={action}>
      {children}
    </EmptyState>
  );
}
