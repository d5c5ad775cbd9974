import { type ReactNode, useState } from 'react';
import styles from './chart.module.css';

export interface ChartFiguresProps {
  /** The button that opens it. */
  readonly summary?: string;
  readonly children: ReactNode;
}

/** The table behind a chart: closed at first, and drawn only when it is opened. */
export function ChartFigures({ summary = 'The figures as a table', children }: ChartFiguresProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.figures}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}
