import type { ReactNode } from 'react';
import styles from './summary-figures.module.css';

export interface SummaryFigure {
  readonly label: string;
  readonly value: ReactNode;
  /** What the figure is based on, in small print. */
  readonly note?: ReactNode;
}

/** The figures that stand above a list, each under its name. */
export function SummaryFigures({ figures }: { readonly figures: readonly SummaryFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
