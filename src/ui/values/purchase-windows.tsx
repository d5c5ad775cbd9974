import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { NearbyPurchase, PurchaseWindow } from '../../../domain/cgt/planned-sale/thirty-day-window.ts';
import { labelOf, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import { typedDate } from '../texts/date-text.ts';
import { Quantity } from './figures.tsx';
import { expectedText, safeText, windowText } from '../texts/purchase-window-text.ts';
import { transactionPath } from '../texts/transaction-path.ts';

interface PurchaseWindowsProps {
  readonly windows: readonly PurchaseWindow[];
  /** The first day on which no purchase can change the figures; null when none can today. */
  readonly safeFrom: string | null;
  readonly className?: string | undefined;
  /** Further lines. */
  readonly children?: ReactNode;
}

/**
 * The one place that warns of purchases within 30 days of a sale: what would change the figures, what is recorded, and
 * until when.
 */
export function PurchaseWindows({ windows, safeFrom, className, children }: PurchaseWindowsProps) {
  return (
    <ul className={className}>
      {windows.map((window) => (
        <li key={`${window.accountId} ${window.isin}`}>
          {windowText(window)} {window.expected.map(expectedText).join(' ')}
        </li>
      ))}
      {windows.flatMap(({ recorded }) =>
        recorded.map((purchase) => (
          <li key={purchase.transactionId}>
            <Recorded purchase={purchase} />
          </li>
        )),
      )}
      <li>{safeText(safeFrom)}</li>
      {children}
    </ul>
  );
}

function Recorded({ purchase: { transactionId, transactionType, date, quantity, matched } }: RecordedProps) {
  return (
    <>
      <Link to={transactionPath(transactionId)}>
        {labelOf(TRANSACTION_TYPES, transactionType)} on {typedDate(date)}
      </Link>
      , <Quantity value={quantity} /> units:{' '}
      {matched ? 'the sale is matched with it.' : 'in the pool, or matched with another sale.'}
    </>
  );
}

interface RecordedProps {
  readonly purchase: NearbyPurchase;
}
