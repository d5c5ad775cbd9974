import type { AccountFields } from '../../../../domain/records/account.ts';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

const ACCOUNTS: ImportEntity<EntityPreviewRow> = {
  singular: 'account',
  plural: 'accounts',
  columns: [
    {
      header: 'Name',
      kind: 'text',
      value: (row) => (row.shown as AccountFields).name,
      track: 'minmax(160px, 2fr)',
      place: 'title',
    },
  ],
  cells: entityCells,
};

const SOURCE = entitySource('account');

/** The import of accounts; render it only while it is open. */
export function AccountImport({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportFlow
      entity={ACCOUNTS}
      source={SOURCE}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, ACCOUNTS, preview) });
      }}
    />
  );
}
