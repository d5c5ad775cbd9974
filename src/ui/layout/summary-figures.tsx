import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './summary-figures.module.css';

export interface SummaryFigure {
  readonly label: string;
  readonly value: ReactNode;
  /** What the figure is based on, in small print. */
  readonly note?: ReactNode;
  /** Has room for an amount of money with its upper end, so that the figure behind it starts at one line too. */
  readonly wide?: boolean;
}

/** The figures that stand above a list, each under its name. */
export function SummaryFigures({ figures }: { readonly figures: readonly SummaryFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note, wide = false }) => (
        <div key={label} className={classNames(styles.figure, wide && styles.wide)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
