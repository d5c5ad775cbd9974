import { Download, FileUp, Plus, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { ValuesButton } from '../../ui/values-button.tsx';

export interface TransactionsToolbarProps {
  readonly selectedCount: number;
  readonly totalCount: number;
  readonly loading: boolean;
  readonly exporting: boolean;
  readonly onExport: () => void;
  readonly onDelete: () => void;
  readonly onImport: () => void;
  readonly onAdd: () => void;
}

function exportLabel(selectedCount: number, totalCount: number): string {
  if (totalCount === 0) return 'No transactions to export';
  return selectedCount > 0 ? `Export ${selectedCount} selected transactions` : 'Export all transactions (filtered)';
}

/** The icon buttons of 000 §2.9, the main one last. */
export function TransactionsToolbar({ selectedCount, totalCount, loading, exporting, onExport, onDelete, onImport, onAdd }: TransactionsToolbarProps) {
  return (
    <>
      <ValuesButton />
      <IconButton label={exportLabel(selectedCount, totalCount)} icon={<Download aria-hidden="true" />} disabled={loading || totalCount === 0} loading={exporting} onClick={onExport} />
      <IconButton
        label={selectedCount > 0 ? `Delete ${selectedCount} selected transactions` : 'Select transactions to delete'}
        icon={<Trash2 aria-hidden="true" />}
        tone="danger"
        disabled={selectedCount === 0}
        onClick={onDelete}
      />
      <IconButton label="Import transactions from CSV" icon={<FileUp aria-hidden="true" />} onClick={onImport} />
      <IconButton label="Add new transaction" icon={<Plus aria-hidden="true" />} tone="primary" onClick={onAdd} />
    </>
  );
}
