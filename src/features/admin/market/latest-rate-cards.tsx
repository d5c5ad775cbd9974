import { useState } from 'react';
import { toFixed } from '../../../../domain/values/decimal.ts';
import { latestRates } from '../../../../domain/service/latest-rates.ts';
import { askRatesAt } from '../../../sync/ask/admin-calls.ts';
import { classNames } from '../../../ui/layout/class-names.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { formatFigure } from '../../../ui/texts/format.ts';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { useServerAnswer } from '../shared/use-server-answer.ts';

/** The pairs that have a card (002 §2). */
const PAIRS = [
  { from: 'USD', to: 'GBP' },
  { from: 'EUR', to: 'GBP' },
  { from: 'GBP', to: 'USD' },
  { from: 'GBP', to: 'EUR' },
] as const;

const PLACES = 4;

/**
 * The latest rates between sterling, dollar and euro; a failure is silent and keeps what is shown (002 §8). A rate
 * that the server lacks is not shown. `round` asks again.
 */
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
      <div className={classNames(styles.rates, data !== undefined && failure !== null && styles.outdated)}>
        {PAIRS.map(({ from, to }) => {
          const found = known.find((latest) => latest.from === from && latest.to === to);
          return (
            <div key={from + to} className={styles.tile}>
              <h3>
                {from}→{to}
              </h3>
              <strong>
                {found === undefined
                  ? 'No rate yet'
                  : `1 ${from} = ${formatFigure(toFixed(found.rate, PLACES), PLACES)} ${to}`}
              </strong>
              <span className={styles.muted}>{found === undefined ? 'Never' : adminInstant(found.at)}</span>
            </div>
          );
        })}
      </div>
    </Section>
  );
}
