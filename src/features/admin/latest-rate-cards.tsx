import { useState } from 'react';
import { toFixed } from '../../../domain/decimal.ts';
import { latestRates } from '../../../domain/latest-rates.ts';
import { askRatesAt } from '../../sync/admin-calls.ts';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../../ui/page.tsx';
import { formatFigure } from '../../ui/format.ts';
import { adminInstant } from './admin-text.ts';
import styles from './admin.module.css';
import { useServerAnswer } from './use-server-answer.ts';

/** Shown until the rates are known (002 §9). */
const BEFORE_LOADING = [
  { from: 'USD', to: 'GBP', rate: '0.79' },
  { from: 'EUR', to: 'GBP', rate: '0.86' },
  { from: 'GBP', to: 'USD', rate: '1.27' },
  { from: 'GBP', to: 'EUR', rate: '1.16' },
] as const;

const PLACES = 4;

/** The latest rates between sterling, dollar and euro; a failure is silent and keeps what is shown (002 §8). `round` asks again. */
export function LatestRateCards({ round }: { readonly round: number }) {
  const [now] = useState(() => new Date().toISOString());
  const { data, failure } = useServerAnswer(
    'latest-rates',
    async (db) => await askRatesAt(db, round === 0 ? now : new Date().toISOString()),
    [round],
  );
  const known = data === undefined ? [] : latestRates(data);
  return (
    <Section title="Latest Exchange Rates">
      <div className={classNames(styles.tiles, data !== undefined && failure !== null && styles.outdated)}>
        {BEFORE_LOADING.map(({ from, to, rate }) => {
          const found = known.find((latest) => latest.from === from && latest.to === to);
          return (
            <div key={from + to} className={styles.tile}>
              <h3>
                {from}→{to}
              </h3>
              <strong>
                1 {from} = {formatFigure(found === undefined ? rate : toFixed(found.rate, PLACES), PLACES)} {to}
              </strong>
              <span className={styles.muted}>{found === undefined ? 'Never' : adminInstant(found.at)}</span>
            </div>
          );
        })}
      </div>
    </Section>
  );
}
