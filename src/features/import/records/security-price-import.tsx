import type { Price } from '../../../../domain/values/amount.ts';
import { refuse } from '../../../../domain/csv/tables/file-kind.ts';
import { pastedPrices, type SecurityPriceShown } from '../../../../domain/csv/entities/security-prices.ts';
import { parseIsoDate } from '../../../../domain/values/dates.ts';
import type { Denomination } from '../../../../domain/fields/enums.ts';
import { groupBy } from '../../../../domain/values/group-by.ts';
import { compute } from '../../../compute/compute.ts';
import { findAssetByIsin } from '../../../data/records/assets.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { answerText } from '../../../sync/ask/ask-server.ts';
import { statePrices } from '../../../sync/ask/price-calls.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity, ImportSource } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): SecurityPriceShown {
  return row.shown as SecurityPriceShown;
}

const PRICES: ImportEntity<EntityPreviewRow> = {
  singular: 'price',
  plural: 'prices',
  columns: [
    {
      header: 'Security',
      kind: 'text',
      value: (row) => shown(row).assetName,
      track: 'minmax(140px, 2fr)',
      place: 'title',
    },
    { header: 'ISIN', kind: 'code', value: (row) => shown(row).isin, track: '120px', place: 'meta' },
    { header: 'Date', kind: 'date', value: (row) => shown(row).priceDate, track: '100px', place: 'meta' },
    {
      header: 'Price',
      kind: 'amount',
      value: (row) => shown(row).closePrice,
      track: 'minmax(96px, 1fr)',
      place: 'figure',
    },
    { header: 'Denomination', kind: 'text', value: (row) => shown(row).denomination, track: '110px', place: 'meta' },
  ],
  cells: entityCells,
};

/** No more rows are in one file of them. */
const ALL_ROWS = 5000;

const READ = entitySource('securityPrice');

/**
 * Prices are shared by all users: those of a security go to the server, all or none, one security after another, and
 * come back from there.
 */
const SOURCE: ImportSource<EntityPreviewRow> = {
  ...READ,
  commit: async ({ previewId, selectedRowNumbers }, onProgress) => {
    const chosen = new Set(selectedRowNumbers);
    const rows = (await compute().entityRows({ previewId, status: 'all', offset: 0, limit: ALL_ROWS }))
      .filter((row) => chosen.has(row.rowNumber))
      .map(shown);
    let saved = 0;
    for (const [isin, ofSecurity] of groupBy(rows, (row) => row.isin)) {
      const asset = await findAssetByIsin(currentDatabase(), isin);
      const prices = ofSecurity.flatMap(({ priceDate, closePrice, denomination }) => {
        const day = parseIsoDate(priceDate);
        return day === null || closePrice === null
          ? []
          : [{ priceDate: day, closePrice: closePrice as Price, currency: denomination as Denomination }];
      });
      const stated =
        asset === null
          ? ({ kind: 'refused', status: 404, message: 'The catalogue no longer has this security.' } as const)
          : await statePrices(currentDatabase(), asset, prices);
      if (stated.kind !== 'answer')
        return refuse(
          'failed',
          `${saved} prices were saved. Those of ${ofSecurity[0]?.assetName ?? isin} and the following securities were not: ${answerText(stated)}`,
        );
      saved += prices.length;
      onProgress({ done: saved, total: rows.length });
    }
    return { ok: true, importedCount: saved, duplicateCount: 0, duplicates: [] };
  },
};

export interface SecurityPriceImportProps {
  /** Two columns that were pasted; null for a file to choose. */
  readonly pasted: string | null;
  readonly onClose: () => void;
}

/** The import of closing prices of many securities; render it only while it is open. */
export function SecurityPriceImport({ pasted, onClose }: SecurityPriceImportProps) {
  return (
    <ImportFlow
      entity={PRICES}
      source={SOURCE}
      initialFile={
        pasted === null ? null : new File([pastedPrices(pasted)], 'pasted.tsv', { type: 'text/tab-separated-values' })
      }
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, PRICES, preview) });
      }}
    />
  );
}
