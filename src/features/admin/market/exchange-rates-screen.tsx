import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import {
  askRateHealth,
  askRateStatus,
  type ExchangeRateHealth,
  type ExchangeRateStatus,
  refreshRates,
} from '../../../sync/ask/admin-calls.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { formatFigure } from '../../../ui/texts/format.ts';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { useOfflineReason } from '../../../ui/app-state/use-offline-reason.ts';
import { adminInstant, durationText } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { LatestRateCards } from './latest-rate-cards.tsx';
import { RateHistory } from './rate-history.tsx';
import { ServerPart } from '../shared/server-part.tsx';
import { healthTone } from '../shared/status-tone.ts';
import { useServerAction } from '../shared/use-server-action.ts';
import { useServerAnswer } from '../shared/use-server-answer.ts';

/** Currencies named before '...' (002 §2). */
const CURRENCIES_SHOWN = 10;

/** The exchange-rate service and its rates (002 §2). `today` is `yyyy-MM-dd`. */
export function ExchangeRatesScreen({ today }: { readonly today: string }) {
  const status = useServerAnswer('exchange-rate-status', askRateStatus);
  const health = useServerAnswer('exchange-rate-health', askRateHealth);
  const unreachable = useOfflineReason(serverReach, 'Rates');
  const [round, setRound] = useState(0);
  const [took, setTook] = useState(0);
  const manual = useServerAction(refreshRates);
  const refreshNow = async () => {
    const begun = performance.now();
    const result = await manual.run();
    setTook(performance.now() - begun);
    if (result?.success !== true) return;
    status.refresh();
    health.refresh();
    setRound((before) => before + 1);
  };
  return (
    <Page>
      <PageHeader
        title="Exchange Rates"
        actions={
          <div className={styles.buttons}>
            <Button
              icon={<RefreshCw size={16} aria-hidden="true" />}
              loading={status.asking}
              onClick={() => {
                status.refresh();
                health.refresh();
              }}
            >
              Refresh Status
            </Button>
            <Button
              variant="primary"
              loading={manual.busy}
              disabled={unreachable !== null}
              title={unreachable ?? undefined}
              onClick={() => void refreshNow()}
            >
              Trigger Manual Refresh
            </Button>
          </div>
        }
      />
      {manual.failure !== null && (
        <Banner tone="error">Failed to trigger exchange rate refresh: {manual.failure}</Banner>
      )}
      {manual.result !== null && (
        <Section title="Last Refresh Result">
          <Facts
            facts={[
              ['Message', manual.result.message],
              ['Rates Fetched', manual.result.ratesFetched],
              ['Duration', `${formatFigure(took / 1000, 1)} s`],
            ]}
          />
        </Section>
      )}
      <LatestRateCards round={round} />
      <div className={styles.pair}>
        {/* A failure is silent (002 §8), without a heading over nothing: the status says that there is no connection. */}
        {(health.data !== undefined || health.asking) && (
          <Section title="System Health">
            <ServerPart view={health} failureText={null} saysOffline={false}>
              {(data) => <HealthFacts health={data} />}
            </ServerPart>
          </Section>
        )}
        <Section title="Exchange Rate Status">
          <ServerPart view={status} failureText={(message) => `Failed to check exchange rate status: ${message}`}>
            {(data) => <StatusFacts status={data} />}
          </ServerPart>
        </Section>
      </div>
      <RateHistory today={today} />
    </Page>
  );
}

function HealthFacts({ health }: { readonly health: ExchangeRateHealth }) {
  return (
    <Facts
      facts={[
        [
          'Status',
          <StatusBadge key="status" tone={healthTone(health.healthStatus)}>
            {health.healthStatus}
          </StatusBadge>,
        ],
        ['Last Update', adminInstant(health.lastUpdateTime)],
        ['Data Age', durationText(health.dataAge)],
        ['Currencies Available', health.totalCurrenciesAvailable],
        ['Health Check', adminInstant(health.healthCheckTime)],
      ]}
    />
  );
}

function StatusFacts({ status }: { readonly status: ExchangeRateStatus }) {
  const { isDataStale, lastUpdateTime, dataAge, totalCurrencies, availableCurrencies } = status;
  const named = availableCurrencies.slice(0, CURRENCIES_SHOWN).join(', ') || 'None';
  return (
    <Facts
      facts={[
        [
          'Status',
          <StatusBadge key="status" tone={isDataStale ? 'warning' : 'good'}>
            {isDataStale ? 'Stale' : 'Current'}
          </StatusBadge>,
        ],
        ['Last Update', adminInstant(lastUpdateTime)],
        ['Data Age', durationText(dataAge)],
        ['Total Currencies', totalCurrencies],
        ['Available Currencies', availableCurrencies.length > CURRENCIES_SHOWN ? `${named}...` : named],
      ]}
    />
  );
}
