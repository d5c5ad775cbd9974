import type { Percent } from '../../../../domain/values/amount.ts';
import type { AssetShown } from '../../../../domain/csv/entities/assets.ts';
import { fractionOfPercent } from '../../../../domain/records/savings-account.ts';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): AssetShown {
  return row.shown as AssetShown;
}

/** A preview reads figures of 1 or less as fractions of one (001 §2.5): 0.19 % is 0.0019. */
function fractionOf(percent: number | null): number | null {
  return percent === null ? null : fractionOfPercent(percent as Percent);
}

/** The preview columns of 001 §2.5. */
const ASSETS: ImportEntity<EntityPreviewRow> = {
  singular: 'asset',
  plural: 'assets',
  cardsBelow: 1300,
  columns: [
    { header: 'Name', kind: 'text', value: (row) => shown(row).name, track: 'minmax(120px, 2fr)', place: 'title' },
    {
      header: 'Category',
      kind: 'text',
      value: (row) => shown(row).categoryLabel,
      track: 'minmax(96px, 1.4fr)',
      place: 'meta',
    },
    {
      header: 'Income Treatment',
      kind: 'text',
      value: (row) => shown(row).incomeTreatmentLabel,
      track: '96px',
      place: 'meta',
    },
    {
      header: 'TER',
      kind: 'percent',
      value: (row) => fractionOf(shown(row).totalExpenseRatio),
      track: '56px',
      place: 'figure',
    },
    { header: 'ISIN', kind: 'code', value: (row) => shown(row).isin, track: '92px', place: 'meta' },
    { header: 'SEDOL', kind: 'code', value: (row) => shown(row).sedol, track: '60px', place: 'meta' },
    { header: 'Price Source', kind: 'text', value: (row) => shown(row).priceSource, track: '56px', place: 'meta' },
    { header: 'Fetch Code', kind: 'code', value: (row) => shown(row).fetchCode, track: '72px', place: 'meta' },
    { header: 'Type', kind: 'text', value: (row) => shown(row).typeLabel, track: '76px', place: 'meta' },
    { header: 'Denomination', kind: 'text', value: (row) => shown(row).denomination, track: '92px', place: 'meta' },
  ],
  cells: entityCells,
};

const SOURCE = entitySource('asset');

/** The import of assets; render it while it is wanted. */
export function AssetImport({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportFlow
      entity={ASSETS}
      source={SOURCE}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, ASSETS, preview) });
      }}
    />
  );
}
