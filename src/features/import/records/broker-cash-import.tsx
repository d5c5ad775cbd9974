import type { BrokerCashShown } from '../../../../domain/csv/entities/broker-cash-balances.ts';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): BrokerCashShown {
  return row.shown as BrokerCashShown;
}

/** The preview columns of 002 §2. A balance is in the currency beside it, so it has no mark of its own. */
const BROKER_CASH: ImportEntity<EntityPreviewRow> = {
  singular: 'cash balance',
  plural: 'cash balances',
  columns: [
    {
      header: 'Account',
      kind: 'text',
      value: (row) => shown(row).accountName,
      track: 'minmax(120px, 1.4fr)',
      place: 'title',
    },
    {
      header: 'Broker',
      kind: 'text',
      value: (row) => shown(row).brokerName,
      track: 'minmax(120px, 1.4fr)',
      place: 'meta',
    },
    { header: 'Tax Wrapper', kind: 'text', value: (row) => shown(row).taxWrapper, track: '104px', place: 'meta' },
    { header: 'Balance', kind: 'amount', value: (row) => shown(row).cashBalance, track: '120px', place: 'figure' },
    { header: 'Currency', kind: 'code', value: (row) => shown(row).currency, track: '80px', place: 'meta' },
  ],
  cells: entityCells,
};

const SOURCE = entitySource('brokerCashBalance');

/** The import of cash balances; render it only while it is open. */
export function BrokerCashImport({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportFlow
      entity={BROKER_CASH}
      source={SOURCE}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, BROKER_CASH, preview) });
      }}
    />
  );
}
