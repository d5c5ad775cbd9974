import { areRatesStale } from '../../../../domain/service/rates-age.ts';
import { compute, onComputeChange } from '../../../compute/compute.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../../ui/layout/skeleton.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import styles from '../shared/settings.module.css';
import { Facts } from '../../../ui/layout/facts.tsx';
import { needsServerText, useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { rateAge } from './rate-age.ts';
import { RateByHand } from './rate-by-hand.tsx';

interface ExchangeRateSettingsProps {
  /** Opens the import of rates. */
  readonly onImport: () => void;
}

/** The exchange rates that this device has (001 §2.11). */
export function ExchangeRateSettings({ onImport }: ExchangeRateSettingsProps) {
  const { data, error } = useLive(() => compute().exchangeRates(), onComputeChange, []);
  const now = useNow();
  const { hasServer } = useServerPresence();
  const isStale = areRatesStale(data?.lastUpdateTime == null ? null : now - Date.parse(data.lastUpdateTime));
  return (
    <Section title="Currency Exchange Rates">
      {error !== undefined && <Banner tone="error">Failed to load exchange rate information</Banner>}
      {data === undefined && error === undefined && <SkeletonBlock lines={5} />}
      {data && (
        <>
          <div className={styles.columns}>
            <div className={styles.group}>
              <h3>Last Update</h3>
              <Facts
                facts={[
                  ['Updated', data.lastUpdateTime === null ? 'Never updated' : formatInstant(data.lastUpdateTime)],
                  ['Status', isStale ? 'Stale' : 'Current'],
                  ['Age', rateAge(data.lastUpdateTime, now)],
                ]}
              />
            </div>
            <div className={styles.group}>
              <h3>Coverage</h3>
              <Facts
                facts={[
                  ['Total Currencies', data.totalCurrencies],
                  ['Primary Pairs', 'USD, EUR, GBP'],
                  ['Base Currency', 'USD'],
                ]}
              />
            </div>
          </div>
          <Banner tone="info">
            {hasServer
              ? 'Exchange rates are automatically updated daily and used for currency conversions throughout the application. Holdings and transaction values are converted to GBP using the latest available rates.'
              : `${needsServerText('Exchange rates are fetched')} Type the rates of the days that you need, or import them from a file with the columns Date, From, To and Rate.`}
          </Banner>
          {!hasServer && <RateByHand onImport={onImport} />}
          {isStale ? (
            <Banner tone="warning">
              Warning: Exchange rate data is stale. Some conversions may not reflect current market rates.
            </Banner>
          ) : (
            <Banner tone="success">Exchange rates are current and being used for accurate conversions.</Banner>
          )}
          <details className={styles.currencies}>
            <summary>View Available Currencies ({data.totalCurrencies})</summary>
            <ul>
              {data.availableCurrencies.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </details>
        </>
      )}
    </Section>
  );
}
