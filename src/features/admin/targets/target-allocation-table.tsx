import { Check, Pencil, Trash2, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { ASSET_CATEGORIES } from '../../../../domain/fields/enums.ts';
import type { TargetAllocation } from '../../../../domain/records/records.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { pendingAmong } from '../../../data/outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../../../data/outbox/removals.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useFocusAfterRemoval } from '../../../ui/hooks/use-focus-after-removal.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { offerUndo } from '../../../ui/messages/offer-undo.ts';
import { RecordName } from '../../../ui/messages/record-name.tsx';
import { formatPercent } from '../../../ui/texts/format.ts';
import styles from '../shared/admin.module.css';
import { TargetPercentageField } from './target-percentage-field.tsx';
import { type TargetEdit, useTargetEdit } from './use-target-edit.ts';
import type { WriteNotice } from '../shared/use-write-notice.ts';

export function categoryLabel(category: string): string {
  return ASSET_CATEGORIES.find(({ value }) => value === category)?.label ?? 'Unknown';
}

export interface TargetAllocationTableProps {
  readonly targets: readonly TargetAllocation[];
  readonly loading: boolean;
  /** They could not be read. */
  readonly failed: boolean;
  readonly tell: WriteNotice['tell'];
  /** Gets the focus when a row has been deleted. */
  readonly addButton: RefObject<HTMLElement | null>;
}

/** The targets, each edited in its row or deleted after a question. */
export function TargetAllocationTable({ targets, loading, failed, tell, addButton }: TargetAllocationTableProps) {
  const ids = targets.map(({ id }) => id);
  const pending = useStored(() => pendingAmong(currentDatabase(), ids), ids);
  const { start, editOf } = useTargetEdit(tell);
  const [deleting, setDeleting] = useState<TargetAllocation | null>(null);
  const removeThenFocus = useFocusAfterRemoval(targets, addButton);

  const remove = async ({ id }: TargetAllocation) => {
    setDeleting(null);
    const removed = await removeThenFocus(
      id,
      async () => await removeRecords(currentDatabase(), 'targetAllocation', [id]),
    );
    tell(removed, 'deleted', 'Failed to delete allocation');
    if (removed.ok)
      offerUndo('1 target allocation', async () => (await undoRemovals(currentDatabase(), removed.value)).ok);
  };

  const columns: readonly Column<TargetAllocation>[] = [
    {
      key: 'category',
      header: 'Asset Category',
      grow: true,
      cell: ({ id, assetCategory }) => (
        <RecordName id={id} name={categoryLabel(assetCategory)} pending={pending.data?.has(id) === true} />
      ),
    },
    {
      key: 'target',
      header: 'Target %',
      align: 'end',
      cell: (target) => {
        const edit = editOf(target);
        return edit === null ? (
          formatPercent(target.targetPercentage)
        ) : (
          <EditedPercentage target={target} edit={edit} />
        );
      },
    },
  ];

  return (
    <>
      <DataTable
        caption="Target Asset Allocation"
        columns={columns}
        rows={targets}
        rowKey={({ id }) => id}
        rowLabel={({ assetCategory }) => categoryLabel(assetCategory)}
        rowActions={(target) => {
          const edit = editOf(target);
          if (edit !== null) return <EditActions edit={edit} />;
          return (
            <>
              <IconButton label="Edit" icon={<Pencil aria-hidden="true" />} onClick={() => start(target)} />
              <IconButton
                label="Delete"
                tone="danger"
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => setDeleting(target)}
              />
            </>
          );
        }}
        cardsBelow="tiny"
        loading={loading}
        loadingText="Loading allocations..."
        empty={
          !failed && (
            <EmptyState title="No target allocations">Get started by creating your first target allocation.</EmptyState>
          )
        }
      />
      <ConfirmDialog
        open={deleting !== null}
        data={
          deleting && {
            title: 'Delete Target Allocation',
            message: `Are you sure you want to delete the target allocation for ${categoryLabel(deleting.assetCategory)}?`,
          }
        }
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) void remove(deleting);
        }}
      />
    </>
  );
}

function EditedPercentage({ target, edit }: { readonly target: TargetAllocation; readonly edit: TargetEdit }) {
  return (
    <div className={styles.percent}>
      <TargetPercentageField
        label={`Target % of ${categoryLabel(target.assetCategory)}`}
        labelHidden
        width="full"
        autoFocus
        value={edit.text}
        error={edit.fault}
        onValueChange={edit.type}
        onKeyDown={(event) => {
          if (event.key === 'Enter') edit.save();
          if (event.key === 'Escape') edit.cancel();
        }}
      />
    </div>
  );
}

function EditActions({ edit }: { readonly edit: TargetEdit }) {
  return (
    <>
      <IconButton label="Save" tone="primary" icon={<Check aria-hidden="true" />} onClick={edit.save} />
      <IconButton label="Cancel" icon={<X aria-hidden="true" />} onClick={edit.cancel} />
    </>
  );
}
