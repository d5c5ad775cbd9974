import { Link } from 'react-router-dom';
import type { SavingsShown } from '../../../../domain/csv/entities/savings-accounts.ts';
import type { EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import { showToast } from '../../../ui/messages/toast.tsx';
import { entityCells, entitySource } from '../entity/entity-source.ts';
import type { ImportEntity } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import { importNotice } from '../entity/import-report.ts';

function shown(row: EntityPreviewRow): SavingsShown {
  return row.shown as SavingsShown;
}

/** The preview columns of 002 §2 and the quick import's words of 002 §4. */
const SAVINGS: ImportEntity<EntityPreviewRow> = {
  singular: 'savings account',
  plural: 'savings accounts',
  columns: [
    {
      header: 'Bank Name',
      kind: 'text',
      value: (row) => shown(row).bankName,
      track: 'minmax(110px, 1.4fr)',
      place: 'title',
    },
    {
      header: 'Account Type',
      kind: 'text',
      value: (row) => shown(row).accountType,
      track: 'minmax(100px, 1.2fr)',
      place: 'meta',
    },
    {
      header: 'Associated Account',
      kind: 'text',
      value: (row) => shown(row).accountName,
      track: 'minmax(110px, 1.2fr)',
      place: 'meta',
    },
    { header: 'Open Date', kind: 'date', value: (row) => shown(row).accountOpenDate, track: '92px', place: 'meta' },
    { header: 'Close Date', kind: 'date', value: (row) => shown(row).accountCloseDate, track: '92px', place: 'meta' },
    { header: 'Balance', kind: 'currency', value: (row) => shown(row).latestBalance, track: '104px', place: 'figure' },
    { header: 'Interest Rate', kind: 'percent', value: (row) => shown(row).interestRate, track: '88px', place: 'meta' },
    {
      header: 'Balance Date',
      kind: 'date',
      value: (row) => shown(row).latestBalanceDate,
      track: '92px',
      place: 'meta',
    },
  ],
  cells: entityCells,
  quick: {
    failed: 'Import failed with validation errors:',
    skipped: (imported, duplicates) =>
      `Imported ${imported} savings accounts successfully. ${duplicates} duplicates were skipped.`,
    closesAfterMs: 3000,
  },
};

const SOURCE = entitySource('savingsAccount');

/** The import of savings accounts; render it only while it is open. */
export function SavingsImport({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportFlow
      entity={SAVINGS}
      source={SOURCE}
      onClose={onClose}
      onImported={(result, preview) => {
        showToast({ title: importNotice(result, SAVINGS, preview) });
      }}
    >
      <p>
        Rows without an account go to your first one. To choose another, or to start from a template, use the{' '}
        <Link to="/savings-accounts/import">import page</Link>.
      </p>
    </ImportFlow>
  );
}
