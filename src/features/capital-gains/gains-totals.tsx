import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { Money } from '../../ui/values/figures.tsx';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { CapitalGainsTotals } from '../../../workers/api/worker-api.ts';
import styles from './capital-gains.module.css';

interface CardProps {
  readonly label: string;
  readonly value: Pounds | undefined;
  readonly tone: 'gain' | 'loss';
}

function Card({ label, value, tone }: CardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.figure}>
        {value !== undefined && (
          <HiddenValue>
            <span className={styles[tone]}>
              <Money value={value} />
            </span>
          </HiddenValue>
        )}
      </dd>
    </div>
  );
}

/** The year's totals over the shown disposals that are not exempt (001 §9). */
export function GainsTotals({ totals }: { readonly totals: CapitalGainsTotals | undefined }) {
  const net = totals?.netGains;
  return (
    <dl className={styles.cards}>
      <Card label="Total Gains" value={totals?.totalGains} tone="gain" />
      <Card label="Total Losses" value={totals?.totalLosses} tone="loss" />
      <Card label="Net Gains" value={net} tone={net === undefined || net >= 0 ? 'gain' : 'loss'} />
    </dl>
  );
}
