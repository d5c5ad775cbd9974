import { compute, onComputeChange } from '../../compute/compute.ts';
import { formatInstant } from '../../ui/date-text.ts';
import { useLive } from '../../ui/use-live.ts';
import { useNow } from '../../ui/use-now.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ageText } from './rate-age.ts';
import styles from './holdings.module.css';

/** How old the exchange rates are; nothing at all when that cannot be told (001 §8). */
export function ExchangeRatesLine() {
  const now = useNow();
  const { data, error } = useLive(() => compute().exchangeRates(), onComputeChange, []);
  if (data === undefined || error !== undefined) return null;
  const { isDataStale, lastUpdateTime } = data;
  return (
    <p className={styles.rates}>
      Exchange Rates: <StatusBadge tone={isDataStale ? 'warning' : 'good'}>{isDataStale ? 'Stale' : 'Current'}</StatusBadge>{' '}
      {lastUpdateTime === null ? 'Never updated' : `Last updated ${ageText(now - Date.parse(lastUpdateTime))} (${formatInstant(lastUpdateTime)})`}
    </p>
  );
}
