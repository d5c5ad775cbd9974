import { Link } from 'react-router-dom';
import {
  askFetchHistory,
  askPriceServiceHealth,
  askRateStatus,
  type ExchangeRateStatus,
  type FetchRun,
  type PriceServiceHealth,
} from '../../../sync/ask/admin-calls.ts';
import { classNames } from '../../../ui/layout/class-names.ts';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { type ServerView, useServerAnswer } from '../shared/use-server-answer.ts';

interface TileProps {
  readonly to: string;
  readonly title: string;
  readonly value: string;
  /** A figure with its noun. */
  readonly note?: string | undefined;
  readonly outdated?: boolean;
}

/** A card: its label is the specified one, and below it is what the server reports. */
function Tile({ to, title, value, note, outdated = false }: TileProps) {
  return (
    <Link to={to} className={classNames(styles.tile, outdated && styles.outdated)}>
      <h2>{title}</h2>
      <strong>{value}</strong>
      {note !== undefined && <span className={styles.muted}>{note}</span>}
    </Link>
  );
}

/** The server's report below a card's label, and its time where the server cannot be asked now. */
function noteOf<T>(
  { data, at, offline }: ServerView<T>,
  words: (data: T) => string,
): Pick<TileProps, 'note' | 'outdated'> {
  const known = data === undefined ? [] : [words(data)];
  if (!offline) return { note: known[0] };
  return {
    note: [
      ...known,
      at === null ? 'No connection to the server.' : `No connection. Last reply: ${formatInstant(at)}.`,
    ].join(' '),
    outdated: true,
  };
}

function lastRunText([last]: readonly FetchRun[], health: PriceServiceHealth | undefined): string {
  const run =
    last === undefined
      ? 'No run yet.'
      : `Last run ${adminInstant(last.lastRunDate)}: ${last.status}, ${last.updatedCount} updated.`;
  return health?.isRunning === false ? `Daily updates are off. ${run}` : run;
}

function ratesText({ totalCurrencies, lastUpdateTime, isDataStale }: ExchangeRateStatus): string {
  if (lastUpdateTime === null) return 'No rates yet.';
  return `${totalCurrencies} currencies, last update ${adminInstant(lastUpdateTime)}${isDataStale ? ': stale' : ''}.`;
}

const QUICK_ACTIONS = [
  { to: '/admin/brokers', title: 'Manage Brokers', text: 'Add, edit, or remove brokers from the system' },
  { to: '/admin/exchange-rates', title: 'Exchange Rates', text: 'Monitor and refresh currency exchange rates' },
] as const;

/** The admin portal's home (002 §2). `brokers` is undefined while they are counted. */
export function AdminDashboard({ brokers }: { readonly brokers: number | undefined }) {
  const service = useServerAnswer('price-service-health', askPriceServiceHealth);
  const runs = useServerAnswer('price-fetch-history', askFetchHistory);
  const rates = useServerAnswer('exchange-rate-status', askRateStatus);
  return (
    <Page>
      <PageHeader title="Dashboard" />
      <div className={styles.tiles}>
        <Tile
          to="/admin/brokers"
          title="Broker Management"
          value={brokers === undefined ? 'Loading...' : `${brokers} Broker(s)`}
        />
        <Tile
          to="/admin/price-service"
          title="Price Service"
          value="Active"
          {...noteOf(runs, (known) => lastRunText(known, service.data))}
        />
        <Tile to="/admin/exchange-rates" title="Exchange Rates" value="Current" {...noteOf(rates, ratesText)} />
      </div>
      <Section title="Quick Actions">
        <div className={styles.tiles}>
          {QUICK_ACTIONS.map(({ to, title, text }) => (
            <Link key={to} to={to} className={styles.tile}>
              <h3>{title}</h3>
              <span className={styles.muted}>{text}</span>
            </Link>
          ))}
        </div>
      </Section>
    </Page>
  );
}
