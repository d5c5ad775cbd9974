import { Link } from 'react-router-dom';
import {
  askFetchHistory,
  askPriceServiceHealth,
  askRateStatus,
  type ExchangeRateStatus,
  type FetchRun,
} from '../../sync/admin-calls.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatInstant } from '../../ui/date-text.ts';
import { Page, PageHeader, Section } from '../../ui/page.tsx';
import { adminInstant } from './admin-text.ts';
import styles from './admin.module.css';
import { type ServerView, useServerAnswer } from './use-server-answer.ts';

interface TileProps {
  readonly to: string;
  readonly title: string;
  readonly value: string;
  /** A figure to the word. */
  readonly note?: string | undefined;
  readonly outdated?: boolean;
}

/** A card whose words are the specified ones until the server knows better. */
function Tile({ to, title, value, note, outdated = false }: TileProps) {
  return (
    <Link to={to} className={classNames(styles.tile, outdated && styles.outdated)}>
      <h2>{title}</h2>
      <strong>{value}</strong>
      {note !== undefined && <span className={styles.muted}>{note}</span>}
    </Link>
  );
}

/** What the server said beside a card's word, and when, where it cannot be asked now. */
function noteOf<T>(
  { data, at, offline }: ServerView<T>,
  words: (data: T) => string,
): Pick<TileProps, 'note' | 'outdated'> {
  const known = data === undefined ? [] : [words(data)];
  if (!offline) return { note: known[0] };
  return {
    note: [
      ...known,
      at === null ? 'No connection to the server.' : `No connection: the answer of ${formatInstant(at)}.`,
    ].join(' '),
    outdated: true,
  };
}

function lastRunText([last]: readonly FetchRun[]): string {
  return last === undefined
    ? 'No run yet.'
    : `Last run ${adminInstant(last.lastRunDate)}: ${last.status}, ${last.updatedCount} updated.`;
}

function ratesText({ totalCurrencies, lastUpdateTime }: ExchangeRateStatus): string {
  return `${totalCurrencies} currencies, last update ${adminInstant(lastUpdateTime)}.`;
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
          value={service.data?.isRunning === false ? service.data.status : 'Active'}
          {...noteOf(runs, lastRunText)}
        />
        <Tile
          to="/admin/exchange-rates"
          title="Exchange Rates"
          value={rates.data?.isDataStale === true ? 'Stale' : 'Current'}
          {...noteOf(rates, ratesText)}
        />
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
