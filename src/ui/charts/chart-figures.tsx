import type { ReactNode } from 'react';
import { LazyDetails } from '../layout/lazy-details.tsx';

export interface ChartFiguresProps {
  /** The button that opens it. */
  readonly summary?: string;
  readonly children: ReactNode;
}

/** The table behind a chart: closed at first, and drawn only when it is opened. */
export function ChartFigures({ summary = 'The figures as a table', children }: ChartFiguresProps) {
  return <LazyDetails summary={summary}>{children}</LazyDetails>;
}
