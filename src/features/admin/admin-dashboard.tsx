import { Link } from 'react-router-dom';
import { askPriceServiceHealth, askRateStatus } from '../../sync/admin-calls.ts';
import { Page, PageHeader, Section } from '../../ui/page.tsx';
import styles from './admin.module.css';
import { useServerAnswer } from './use-server-answer.ts';

/** A card whose words are the specified ones until the server knows better. */
function Tile({ to, title, value }: { readonly to: string; readonly title: string; readonly value: string }) {
  return (
    <Link to={to} className={styles.tile}>
      <h2>{title}</h2>
      <strong>{value}</strong>
    </Link>
  );
}

const QUICK_ACTIONS = [
  { to: '/admin/brokers', title: 'Manage Brokers', text: 'Add, edit, or remove brokers from the system' },
  { to: '/admin/exchange-rates', title: 'Exchange Rates', text: 'Monitor and refresh currency exchange rates' },
] as const;

/** The admin portal's home (002 §2). `brokers` is undefined while they are counted. */
export function AdminDashboard({ brokers }: { readonly brokers: number | undefined }) {
  const service = useServerAnswer('price-service-health', askPriceServiceHealth);
  const rates = useServerAnswer('exchange-rate-status', askRateStatus);
  return (
    <Page>
      <PageHeader title="Dashboard" />
      <div className={styles.tiles}>
        <Tile to="/admin/brokers" title="Broker Management" value={brokers === undefined ? 'Loading...' : `${brokers} Broker(s)`} />
        <Tile to="/admin/price-service" title="Price Service" value={service.data?.isRunning === false ? service.data.status : 'Active'} />
        <Tile to="/admin/exchange-rates" title="Exchange Rates" value={rates.data?.isDataStale === true ? 'Stale' : 'Current'} />
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
