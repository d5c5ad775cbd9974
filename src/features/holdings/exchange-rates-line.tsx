import { areRatesStale } from '../../../domain/service/rates-age.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import { ageText } from './rate-age.ts';
import styles from './holdings.module.css';

/** How old the exchange rates are; nothing at all when that cannot be told (001 §8). */
export function ExchangeRatesLine() {
  const now = useNow();
  const { data, error } = useLive(() => compute().exchangeRates(), onComputeChange, []);
  if (data === undefined || error !== undefined) return null;
  const { lastUpdateTime } = data;
  const age = lastUpdateTime === null ? null : now - Date.parse(lastUpdateTime);
  const isStale = areRatesStale(age);
  return (
    <p className={styles.rates}>
      Exchange Rates: <StatusBadge tone={isStale ? 'warning' : 'good'}>{isStale ? 'Stale' : 'Current'}</StatusBadge>{' '}
      {lastUpdateTime === null || age === null ? (
        'Never updated'
      ) : (
        <>
          Last updated {ageText(age)} <span className={styles.instant}>({formatInstant(lastUpdateTime)})</span>
        </>
      )}
    </p>
  );
}
