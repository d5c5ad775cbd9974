import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type IsoDate, parseIsoDate } from '../../../domain/values/dates.ts';
import { parseAmount } from '../../../domain/values/amount.ts';
import type { TypedFigure } from '../../../workers/api/worker-api.ts';
import { farFigure } from '../../compute/far-figure.ts';
import { TypedNote } from '../../ui/forms/typed-note.tsx';
import type { AssetFacts } from './asset-facts.ts';
import type { TransactionFormValues } from './transaction-form-values.ts';

/** The figure, or null where the text is none above 0. */
function above0(text: string): number | null {
  const value = parseAmount(text);
  return typeof value === 'number' && value > 0 ? value : null;
}

/** The ids of the notes, for the fields that they describe. */
export interface PriceNoteIds {
  /** About both prices. */
  readonly exchange: string;
  readonly native: string;
  /** About the price in pounds, or what a unit cost. */
  readonly local: string;
}

/** Ids for one set of notes. */
export function usePriceNoteIds(): PriceNoteIds {
  const id = useId();
  return { exchange: `${id}-exchange`, native: `${id}-native`, local: `${id}-local` };
}

/**
 * What may be wrong with the prices of a trade: both are far from each other at the exchange rate of the month, or one
 * is far from what is known of the security. `id` is that of a stored transaction.
 */
export function PriceNotes({
  asset,
  noteIds,
  id = null,
}: {
  readonly asset: AssetFacts | null;
  readonly noteIds: PriceNoteIds;
  readonly id?: string | null | undefined;
}) {
  const { control } = useFormContext<TransactionFormValues>();
  const values = useWatch({ control });
  const day = parseIsoDate(values.transactionDate ?? '');
  const isTrade = values.transactionType === 'BUY' || values.transactionType === 'SELL';
  if (!isTrade || asset === null || day === null) return null;
  const native = above0(values.nativePrice ?? '');
  const local = above0(values.localPrice ?? '') ?? perUnit(values.consideration ?? '', values.quantity ?? '');
  const { isin, denomination } = asset;
  const about = { kind: 'price', isin, day, transactionId: id } as const;
  return (
    <>
      <TypedNote
        id={noteIds.exchange}
        typed={exchangeOf(asset, above0(values.localPrice ?? ''), native, day)}
        ask={farFigure}
      />
      <TypedNote
        id={noteIds.native}
        typed={native === null || denomination === null ? null : { ...about, price: native, unit: denomination }}
        ask={farFigure}
      />
      <TypedNote
        id={noteIds.local}
        typed={local === null ? null : { ...about, price: local, unit: 'GBP' as const }}
        ask={farFigure}
      />
    </>
  );
}

function perUnit(consideration: string, quantity: string): number | null {
  const [amount, units] = [above0(consideration), above0(quantity)];
  return amount === null || units === null ? null : Number((amount / units).toPrecision(6));
}

function exchangeOf(
  { denomination }: AssetFacts,
  local: number | null,
  native: number | null,
  day: IsoDate,
): TypedFigure | null {
  if (denomination === null || local === null || native === null) return null;
  return { kind: 'exchange', from: 'GBP', to: denomination, rate: native / local, day };
}
