import type { RateShown } from '../../../../domain/csv/entities/exchange-rates.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): RateShown {
  return row.shown as RateShown;
}

const RATES: ImportEntity<EntityPreviewRow> = {
  singular: 'rate',
  plural: 'rates',
  columns: [
    { header: 'Date', kind: 'date', value: (row) => shown(row).rateDate, track: '100px', place: 'title' },
    { header: 'To', kind: 'code', value: (row) => shown(row).toCurrency, track: '80px', place: 'meta' },
    {
      header: 'For 1 US dollar',
      kind: 'number',
      value: (row) => shown(row).rate,
      track: 'minmax(96px, 1fr)',
      place: 'figure',
    },
  ],
  cells: entityCells,
};

const SOURCE = entitySource('exchangeRate');

/** The import of exchange rates on a device without a server; render it only while it is open. */
export function RateImport({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportFlow
      entity={RATES}
      source={SOURCE}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, RATES, preview) });
      }}
    />
  );
}
