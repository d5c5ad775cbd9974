import { RefreshCw } from 'lucide-react';
import {
  askFetchHistory,
  askPriceServiceHealth,
  type FetchRun,
  triggerPriceFetch,
  type TriggerResult,
} from '../../../sync/ask/admin-calls.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { instantFormat } from '../../../ui/texts/date-text.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Quantity } from '../../../ui/values/figures.tsx';
import { formatFigure } from '../../../ui/texts/format.ts';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { useOfflineReason } from '../../../ui/app-state/use-offline-reason.ts';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { ServerPart } from '../shared/server-part.tsx';
import { statusTone } from '../shared/status-tone.ts';
import { useServerAction } from '../shared/use-server-action.ts';
import { type ServerView, useServerAnswer } from '../shared/use-server-answer.ts';

type SamplePrice = TriggerResult['samplePrices'][number];

const SAMPLE_COLUMNS: readonly Column<SamplePrice>[] = [
  { key: 'isin', header: 'ISIN', cell: ({ isin }) => isin, card: 'title' },
  {
    key: 'closePrice',
    header: 'Close Price',
    align: 'end',
    cell: ({ closePrice }) => formatFigure(closePrice, 4),
    card: 'value',
  },
  { key: 'fetchedAt', header: 'Fetched', cell: ({ fetchedAt }) => adminInstant(fetchedAt) },
];

const RUN_COLUMNS: readonly Column<FetchRun>[] = [
  {
    key: 'lastRunDate',
    header: 'Run Date',
    cell: ({ lastRunDate }) => adminInstant(lastRunDate),
    card: 'title',
    rowHeader: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>,
    card: 'value',
  },
  {
    key: 'updatedCount',
    header: 'Updated Count',
    align: 'end',
    cell: ({ updatedCount }) => <Quantity value={updatedCount} />,
  },
  { key: 'createdAt', header: 'Created At', cell: ({ createdAt }) => adminInstant(createdAt) },
  {
    key: 'errorMessage',
    header: 'Error',
    grow: true,
    cell: ({ errorMessage }) => <span className={styles.reason}>{errorMessage ?? '-'}</span>,
  },
];

/** The price service and its runs (002 §2). */
export function PriceServiceScreen() {
  const history = useServerAnswer('price-fetch-history', askFetchHistory);
  return (
    <Page>
      <PageHeader title="Price Service" />
      <ServiceHealth />
      <ManualFetch onFetched={history.refresh} />
      <FetchHistory history={history} />
      <Section title="How to Use">
        <ol className={styles.steps}>
          <li>
            The server fetches prices once a day, at the time in its configuration, unless this is switched off there.
          </li>
          <li>Refresh Status reads the state of the service from the server.</li>
          <li>Trigger Price Fetch runs the same fetch at once and adds a line to the history.</li>
          <li>A failed run shows its reason; assets that are excluded from price updates are left out of every run.</li>
        </ol>
      </Section>
    </Page>
  );
}

function ServiceHealth() {
  const health = useServerAnswer('price-service-health', askPriceServiceHealth);
  return (
    <Section title="Service Health Status">
      <div className={styles.buttons}>
        <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={health.asking} onClick={health.refresh}>
          {health.asking ? 'Checking...' : 'Refresh Status'}
        </Button>
      </div>
      <ServerPart view={health} failureText={(message) => `Failed to check service health: ${message}`}>
        {(data) => (
          <Facts
            facts={[
              ['Service', data.serviceName],
              [
                'Status',
                <StatusBadge key="status" tone={statusTone(data.status)}>
                  {data.status}
                </StatusBadge>,
              ],
              ['Running', data.isRunning ? 'Running' : 'Stopped'],
              ['Current UTC Time', utcText(data.currentTimeUtc)],
              ['Checked At', adminInstant(data.checkedAt)],
            ]}
          />
        )}
      </ServerPart>
    </Section>
  );
}

/** The button that fetches the prices now, and the result. */
function ManualFetch({ onFetched }: { readonly onFetched: () => void }) {
  const trigger = useServerAction(triggerPriceFetch);
  const unreachable = useOfflineReason(serverReach);
  return (
    <>
      <Section title="Manual Price Fetch">
        <Banner tone="warning">
          Testing Only: This manually triggers the price fetch process. Use only for testing and troubleshooting.
        </Banner>
        <div className={styles.buttons}>
          <Button
            loading={trigger.busy}
            disabled={unreachable !== null}
            title={unreachable ?? undefined}
            onClick={() => {
              void trigger.run().finally(onFetched);
            }}
          >
            {trigger.busy ? 'Fetching Prices...' : 'Trigger Price Fetch'}
          </Button>
        </div>
        {trigger.failure !== null && <Banner tone="error">Failed to trigger price fetch: {trigger.failure}</Banner>}
      </Section>
      {trigger.result !== null && (
        <Section title="Last Trigger Result">
          <Facts
            facts={[
              ['Updated Count', trigger.result.updatedCount],
              ['Trigger Time', adminInstant(trigger.result.triggerTime)],
              ['Message', trigger.result.message],
            ]}
          />
          {trigger.result.samplePrices.length > 0 && (
            <DataTable
              caption="Sample Prices"
              columns={SAMPLE_COLUMNS}
              rows={trigger.result.samplePrices}
              rowKey={({ isin }) => isin}
              rowLabel={({ isin }) => isin}
            />
          )}
        </Section>
      )}
    </>
  );
}

function FetchHistory({ history }: { readonly history: ServerView<readonly FetchRun[]> }) {
  return (
    <Section title="Recent Price Fetch History">
      <div className={styles.buttons}>
        <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={history.asking} onClick={history.refresh}>
          Refresh
        </Button>
      </div>
      <ServerPart view={history} failureText={(message) => `Failed to load tracking history: ${message}`}>
        {(runs) => (
          <DataTable
            caption="Recent Price Fetch History"
            columns={RUN_COLUMNS}
            rows={runs}
            rowKey={({ id }) => String(id)}
            rowLabel={({ lastRunDate }) => adminInstant(lastRunDate)}
            cardsBelow="medium"
            empty={
              <EmptyState title="No tracking history">
                Price fetch operations will appear here once they have been executed.
              </EmptyState>
            }
          />
        )}
      </ServerPart>
    </Section>
  );
}

const formatUtc = instantFormat('d MMM yyyy, HH:mm:ss', 'UTC');

/** An instant in UTC, as the service reports it: `3 Mar 2024, 14:02:11 UTC`. */
function utcText(instant: string): string {
  return `${formatUtc(instant)} UTC`;
}
