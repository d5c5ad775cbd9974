import { useMemo } from 'react';
import type { PropertyPriceShown } from '../../../../domain/csv/entities/property-prices.ts';
import type { Property } from '../../../../domain/records/records.ts';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): PropertyPriceShown {
  return row.shown as PropertyPriceShown;
}

/** A price is in the currency beside it, so it has no mark of its own. */
const PRICES: ImportEntity<EntityPreviewRow> = {
  singular: 'price',
  plural: 'prices',
  columns: [
    { header: 'Date', kind: 'date', value: (row) => shown(row).priceDate, track: 'minmax(96px, 1fr)', place: 'title' },
    { header: 'Price', kind: 'amount', value: (row) => shown(row).price, track: 'minmax(96px, 1fr)', place: 'figure' },
    { header: 'Currency', kind: 'code', value: (row) => shown(row).currency, track: '80px', place: 'meta' },
  ],
  cells: entityCells,
};

export interface PropertyPriceImportProps {
  /** Whose price history it is. */
  readonly property: Property;
  readonly onClose: () => void;
}

/** The import of a property's price history; render it only while it is open. */
export function PropertyPriceImport({ property, onClose }: PropertyPriceImportProps) {
  const source = useMemo(() => entitySource('propertyPrice', { propertyId: property.id }), [property.id]);
  return (
    <ImportFlow
      entity={PRICES}
      source={source}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, PRICES, preview) });
      }}
    />
  );
}
