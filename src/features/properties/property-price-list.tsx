import { Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { PropertyPrice } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useFocusAfterRemoval } from '../../ui/hooks/use-focus-after-removal.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { PendingMark } from '../../ui/messages/pending-mark.tsx';
import { typedDate } from '../../ui/texts/date-text.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import styles from './properties.module.css';

export interface PropertyPriceListProps {
  readonly prices: readonly (PropertyPrice & { readonly pending: boolean })[];
  /** Called with null when a price was deleted. */
  readonly onFault: (fault: string | null) => void;
  /** Gets the focus when a price has been deleted. */
  readonly addButton: RefObject<HTMLElement | null>;
}

/** The prices of a property, each deleted after a question. */
export function PropertyPriceList({ prices, onFault, addButton }: PropertyPriceListProps) {
  const [deleting, setDeleting] = useState<PropertyPrice | null>(null);
  const removeThenFocus = useFocusAfterRemoval(prices, addButton);

  const remove = async ({ id }: PropertyPrice) => {
    setDeleting(null);
    const removed = await removeThenFocus(
      id,
      async () => await removeRecords(currentDatabase(), 'propertyPrice', [id]).catch(tellFaultAnd(null)),
    );
    onFault(removed?.ok === true ? null : 'Failed to delete price');
    if (removed?.ok === true)
      offerUndo('1 price', async () => (await undoRemovals(currentDatabase(), removed.value)).ok);
  };

  return (
    <>
      {prices.length > 0 && (
        <ul className={styles.prices} aria-label="Prices">
          {prices.map((entry) => (
            <li key={entry.id} className={styles.price}>
              <span className={styles.amount}>
                <Price entry={entry} />
              </span>
              <time className={styles.muted} dateTime={entry.priceDate}>
                {typedDate(entry.priceDate)}
              </time>
              {entry.pending && <PendingMark recordId={entry.id} />}
              <IconButton
                label={`Delete the price of ${typedDate(entry.priceDate)}`}
                icon={<Trash2 aria-hidden="true" />}
                tone="danger"
                onClick={() => {
                  setDeleting(entry);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== null}
        data={
          deleting && {
            title: 'Confirm Delete',
            message: (
              <>
                Are you sure you want to delete the price entry for {typedDate(deleting.priceDate)} (
                <Price entry={deleting} />
                )?
              </>
            ),
          }
        }
        onConfirm={() => {
          if (deleting !== null) void remove(deleting);
        }}
        onCancel={() => {
          setDeleting(null);
        }}
      />
    </>
  );
}

function Price({ entry: { price, currency } }: { readonly entry: PropertyPrice }) {
  return <HiddenMoney value={price} currency={currency} mask="••••" />;
}
