import type { PriceStatus, PriceStatusItem } from '../../../domain/service/price-status.ts';
import { fetchAge } from '../../ui/texts/fetch-age.ts';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import styles from './assets.module.css';

const SHOWN = {
  Success: { label: 'Success', tone: 'good' },
  Failed: { label: 'Failed', tone: 'bad' },
  NeverFetched: { label: 'Never Fetched', tone: 'warning' },
  Excluded: { label: 'Excluded', tone: 'quiet' },
} as const satisfies Record<PriceStatus, unknown>;

export interface PriceStatusCellProps {
  /** Undefined when the server has not reported it. */
  readonly item: PriceStatusItem | undefined;
  readonly excluded: boolean;
  readonly now: number;
}

/** How the last price fetch went, and when it succeeded (001 §2.3, §4). */
export function PriceStatusCell({ item, excluded, now }: PriceStatusCellProps) {
  if (item === undefined) return excluded ? <StatusBadge tone="quiet">Excluded</StatusBadge> : '-';
  const { label, tone } = SHOWN[item.status];
  return (
    <span className={styles.status}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {item.status === 'Success' && item.lastFetchedAt !== null && (
        <span className={styles.age}>{fetchAge(item.lastFetchedAt, now)}</span>
      )}
    </span>
  );
}
