import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Asset, PricePoint } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { latestPrice } from '../../data/records/prices.ts';
import { answerText } from '../../sync/ask/ask-server.ts';
import { deletePrice } from '../../sync/ask/price-calls.ts';
import { mayChangeLists } from '../../sync/session/session.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { showToast } from '../../ui/messages/toast.tsx';
import type { Live } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { priceText } from './price-change.ts';
import { PriceHistoryPanel } from './price-history-panel.tsx';
import { PricesByHand } from './prices-by-hand.tsx';
import styles from './prices.module.css';

/** '{currency} {price to 2 decimals} ({local date})' (001 §2.6). */
function latestText({ data, error }: Live<PricePoint | null>): string {
  if (error !== undefined || data === null) return 'No price data';
  if (data === undefined) return 'Loading...';
  return `${data.currency || 'USD'} ${formatMoney(data.closePrice).replace('£', '')} (${typedDate(data.priceDate)})`;
}

export interface PriceHistorySectionProps {
  readonly asset: Asset;
  /** Opens the import of prices. */
  readonly onImport: () => void;
}

/** The collapsible price history of the asset screen (001 §2.6). */
export function PriceHistorySection({ asset, onImport }: PriceHistorySectionProps) {
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState<{ readonly price: PricePoint; readonly busy: boolean } | null>(null);
  const panel = useId();
  const latest = useStored(() => latestPrice(currentDatabase(), asset.isin), [asset.isin]);
  const isAdministrator = mayChangeLists();
  const { hasServer } = useServerPresence();

  const remove = async (price: PricePoint) => {
    setDeleting({ price, busy: true });
    const removed = await deletePrice(currentDatabase(), asset, price.priceDate).catch(tellFaultAnd(null));
    setDeleting(null);
    if (removed?.kind !== 'answer')
      showToast({
        title: removed === null ? 'Failed to delete the price. Please try again.' : answerText(removed),
        tone: 'error',
      });
  };

  return (
    <section aria-label="Price History">
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <ChevronRight size={16} aria-hidden="true" />
        <span className={styles.title}>Price History</span>
        <span className={styles.latest}>{latestText(latest)}</span>
        <span className={styles.muted}>{open ? 'Click to collapse' : '• Click to view history'}</span>
      </button>
      <div id={panel} className={styles.panel} hidden={!open}>
        {open && (
          <>
            <PriceHistoryPanel
              key={asset.id}
              asset={asset}
              displayMode="table"
              timeRange="90d"
              onDelete={
                isAdministrator
                  ? (price) => {
                      setDeleting({ price, busy: false });
                    }
                  : undefined
              }
            />
            {isAdministrator && <PricesByHand asset={asset} onImport={onImport} />}
          </>
        )}
      </div>
      <ConfirmDialog
        open={deleting !== null}
        busy={deleting?.busy ?? false}
        data={
          deleting && {
            title: 'Delete Price',
            message: `Are you sure you want to delete the price of ${typedDate(deleting.price.priceDate)} (${priceText(deleting.price)})?`,
            ...(hasServer && { warningMessage: 'It is deleted for all users of this server.' }),
          }
        }
        onConfirm={() => {
          if (deleting !== null) void remove(deleting.price);
        }}
        onCancel={() => {
          setDeleting(null);
        }}
      />
    </section>
  );
}
