import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The values are amounts: they are aligned at the right, one under the other. */
  readonly figures?: boolean;
}

/** Names and values in two columns. */
export function Facts({ facts, figures = false }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, figures && styles.figures)}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
