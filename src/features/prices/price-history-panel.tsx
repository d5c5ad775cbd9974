import { ChartLine, Download, RefreshCw, Table } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState, Component } from 'react';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Asset, PricePoint } from '../../../domain/records/records.ts';
import type { SecurityTrade } from '../../../workers/api/worker-api.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { listedNames } from '../../ui/texts/listed-names.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { dateInSentence, formatInstant } from '../../ui/texts/date-text.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useOfflineReason } from '../../ui/app-state/use-offline-reason.ts';
import { PRICES_PAGE_SIZE, PricePager } from './price-pager.tsx';
import { splitDays } from './price-marks.ts';
import { TIME_RANGES, type TimeRange } from './price-range.ts';
import { PriceTable } from './price-table.tsx';
import styles from './prices.module.css';
import { type PriceHistory, type PriceHistoryState, usePriceHistory } from './use-price-history.ts';

const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }));

export interface PriceHistoryPanelProps {
  readonly asset: Asset;
  readonly displayMode?: 'table' | 'chart';
  readonly timeRange?: TimeRange;
  readonly startDate?: IsoDate;
  readonly endDate?: IsoDate;
  /** Per cent: movements beyond it are marked. */
  readonly movementThreshold?: number;
  /** Purchases, sales and splits, marked on the chart. */
  readonly trades?: readonly SecurityTrade[] | undefined;
  /** Deletes a price; absent for those who may not. */
  readonly onDelete?: ((price: PricePoint) => void) | undefined;
}

/** The price history of an asset as a table or chart (001 §2.7). To be mounted again for another asset. */
export function PriceHistoryPanel({
  asset,
  displayMode = 'table',
  timeRange = '90d',
  startDate,
  endDate,
  movementThreshold = 1,
  trades,
  onDelete,
}: PriceHistoryPanelProps) {
  const [mode, setMode] = useState(displayMode);
  const state = usePriceHistory({ asset, timeRange, startDate, endDate });
  const { history, notice } = state;
  return (
    <div className={styles.panel}>
      <Toolbar state={state}>
        <Button
          icon={mode === 'table' ? <ChartLine size={16} aria-hidden="true" /> : <Table size={16} aria-hidden="true" />}
          onClick={() => {
            setMode(mode === 'table' ? 'chart' : 'table');
          }}
        >
          {mode === 'table' ? 'Chart View' : 'Table View'}
        </Button>
        <IconButton
          label="Export the prices shown"
          icon={<Download aria-hidden="true" />}
          disabled={(history.data?.prices.length ?? 0) === 0}
          onClick={state.exportPrices}
        />
      </Toolbar>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {history.error !== undefined && (
        <Banner
          tone="error"
          title="Error loading price history"
          actions={
            <Button size="small" onClick={state.reload}>
              Retry
            </Button>
          }
        >
          {history.error instanceof Error && history.error.message !== ''
            ? history.error.message
            : 'Failed to load price history'}
        </Banner>
      )}
      {history.error === undefined && history.data === undefined && (
        <div className={classNames(mode === 'chart' && styles.awaited)}>
          <SkeletonBlock lines={6} text="Loading price history..." />
        </div>
      )}
      {history.error === undefined && history.data !== undefined && (
        <>
          {mode === 'table' ? (
            <PricePage history={history.data} state={state} threshold={movementThreshold} onDelete={onDelete} />
          ) : (
            <Picture history={history.data} threshold={movementThreshold} trades={trades} />
          )}
          <Age history={history.data} />
        </>
      )}
    </div>
  );
}

function Toolbar({ state, children }: { readonly state: PriceHistoryState; readonly children: ReactNode }) {
  const offline = useOfflineReason(serverReach);
  const { chosen, rangeFault, fetching } = state;
  return (
    <>
      <div className={styles.toolbar}>
        {children}
        <Button
          icon={<RefreshCw size={16} aria-hidden="true" />}
          loading={fetching}
          disabled={offline !== null}
          aria-describedby={offline === null ? undefined : 'fetch-offline'}
          onClick={state.fetchPrice}
        >
          {fetching ? 'Fetching...' : 'Fetch Price'}
        </Button>
        <SelectField
          label="Time range"
          labelHidden
          options={TIME_RANGES}
          value={chosen.range}
          onChange={({ target: { value } }) => {
            state.chooseRange(TIME_RANGES.find((range) => range.value === value)?.value ?? '90d');
          }}
        />
      </div>
      {offline !== null && (
        <p id="fetch-offline" className={styles.muted}>
          {offline}
        </p>
      )}
      {chosen.range === 'custom' && (
        <div>
          <div className={styles.custom}>
            <DateField
              label="Start Date"
              value={chosen.custom.start}
              onValueChange={(start) => {
                state.chooseDates({ start });
              }}
            />
            <DateField
              label="End Date"
              value={chosen.custom.end}
              onValueChange={(end) => {
                state.chooseDates({ end });
              }}
            />
          </div>
          {rangeFault !== null && (
            <p className={styles.fault} role="alert">
              {rangeFault}
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface PricePageProps {
  readonly history: PriceHistory;
  readonly state: PriceHistoryState;
  readonly threshold: number;
  readonly onDelete: PriceHistoryPanelProps['onDelete'];
}

function PricePage({ history: { prices, before }, state, threshold, onDelete }: PricePageProps) {
  const page = Math.min(state.page, Math.max(1, Math.ceil(prices.length / PRICES_PAGE_SIZE)));
  const [from, to] = [(page - 1) * PRICES_PAGE_SIZE, page * PRICES_PAGE_SIZE];
  return (
    <>
      <PriceTable
        prices={prices.slice(from, to)}
        older={prices[to] ?? before}
        threshold={threshold}
        onDelete={onDelete}
      />
      <PricePager page={page} totalCount={prices.length} onPage={state.setPage} />
    </>
  );
}

interface PictureProps extends Pick<PriceHistoryPanelProps, 'trades'> {
  readonly history: PriceHistory;
  readonly threshold: number;
}

function Picture({ history: { prices }, threshold, trades }: PictureProps) {
  const oldestFirst = prices.toReversed();
  const splits = splitDays(oldestFirst, trades ?? []);
  if (prices.length === 0) return <p className={styles.noChart}>No price data available to display in chart</p>;
  return (
    <>
      <WithoutFailure>
        <Suspense
          fallback={
            <div className={styles.chart}>
              <SkeletonBlock lines={8} text="Loading chart..." />
            </div>
          }
        >
          <PriceChart prices={oldestFirst} threshold={threshold} trades={trades} />
        </Suspense>
      </WithoutFailure>
      {splits.length > 0 && (
        <p className={styles.muted}>
          A split, consolidation or bonus issue changed the units on {listedNames(splits.map(dateInSentence))}. Each
          price is that of a unit on its own day.
        </p>
      )}
    </>
  );
}

/** How old what is shown is: it comes from this device's copy. */
function Age({ history: { prices } }: { readonly history: PriceHistory }) {
  const [newest] = prices;
  if (newest === undefined) return null;
  return (
    <p className={styles.muted}>
      From this device's copy: newest price from {dateInSentence(newest.priceDate)}, fetched{' '}
      {formatInstant(newest.fetchedAt)}.
    </p>
  );
}

/**
 * Shows its children, and nothing in their place after an error in drawing them: for charts whose figures are beside
 * them.
 */
class WithoutFailure extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
