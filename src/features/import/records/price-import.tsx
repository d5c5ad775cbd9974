import type { Price } from '../../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../../domain/values/dates.ts';
import { refuse } from '../../../../domain/csv/tables/file-kind.ts';
import type { PriceShown } from '../../../../domain/csv/entities/prices.ts';
import type { Asset } from '../../../../domain/records/records.ts';
import { compute } from '../../../compute/compute.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { answerText } from '../../../sync/ask/ask-server.ts';
import { statePrices } from '../../../sync/ask/price-calls.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity, ImportSource } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): PriceShown {
  return row.shown as PriceShown;
}

const PRICES: ImportEntity<EntityPreviewRow> = {
  singular: 'price',
  plural: 'prices',
  columns: [
    { header: 'Date', kind: 'date', value: (row) => shown(row).priceDate, track: 'minmax(96px, 1fr)', place: 'title' },
    {
      header: 'Price',
      kind: 'amount',
      value: (row) => shown(row).closePrice,
      track: 'minmax(96px, 1fr)',
      place: 'figure',
    },
  ],
  cells: entityCells,
};

/** No more rows are in one file of them. */
const ALL_ROWS = 5000;

/** Prices are shared by all users: the chosen ones go to the server, all or none, and come back from there. */
function sourceOf(asset: Asset): ImportSource<EntityPreviewRow> {
  const read = entitySource('price', { isin: asset.isin });
  return {
    ...read,
    commit: async ({ previewId, selectedRowNumbers }) => {
      const chosen = new Set(selectedRowNumbers);
      const rows = (await compute().entityRows({ previewId, status: 'all', offset: 0, limit: ALL_ROWS }))
        .filter((row) => chosen.has(row.rowNumber))
        .map(shown);
      const prices = rows.flatMap(({ priceDate, closePrice }) => {
        const day = parseIsoDate(priceDate);
        return day === null || closePrice === null ? [] : [{ priceDate: day, closePrice: closePrice as Price }];
      });
      const stated = await statePrices(currentDatabase(), asset, prices);
      if (stated.kind !== 'answer') return refuse('failed', answerText(stated));
      return { ok: true, importedCount: stated.value, duplicateCount: 0, duplicates: [] };
    },
  };
}

export interface PriceImportProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

/** The import of an asset's closing prices; render it only while it is open. */
export function PriceImport({ asset, onClose }: PriceImportProps) {
  return (
    <ImportFlow
      entity={PRICES}
      source={sourceOf(asset)}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, PRICES, preview) });
      }}
    />
  );
}
