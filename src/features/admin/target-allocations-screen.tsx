import { Check, Pencil, Plus, Trash2, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { exact, sum, toText } from '../../../domain/decimal.ts';
import { ASSET_CATEGORIES } from '../../../domain/enums.ts';
import type { TargetAllocation } from '../../../domain/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { pendingAmong } from '../../data/outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { listTargetAllocations } from '../../data/records/target-allocations.ts';
import { saveRecord } from '../../data/records/records.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import type { Written } from '../../data/database/write.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { formatPercent } from '../../ui/texts/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { useFocusAfterRemoval } from '../../ui/hooks/use-focus-after-removal.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useNotice } from '../../ui/hooks/use-notice.ts';
import styles from './admin.module.css';
import { AddTargetAllocation } from './add-target-allocation.tsx';
import { readTargetPercentage } from './target-allocation-rules.ts';
import { TargetPercentageField } from './target-percentage-field.tsx';

interface Edit {
  readonly id: string;
  readonly text: string;
  readonly fault: string | null;
}

export function categoryLabel(category: string): string {
  return ASSET_CATEGORIES.find(({ value }) => value === category)?.label ?? 'Unknown';
}

/** The target allocation of each asset category (002 §2). */
export function TargetAllocationsScreen() {
  const { data, error, loading } = useStored(() => listTargetAllocations(currentDatabase()), []);
  const [adding, setAdding] = useState(false);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [deleting, setDeleting] = useState<TargetAllocation | null>(null);
  const [notice, setNotice] = useNotice();
  const targets = data ?? [];
  const ids = targets.map(({ id }) => id);
  const pending = useStored(() => pendingAmong(currentDatabase(), ids), ids);
  const addButton = useRef<HTMLButtonElement>(null);
  const expectRemoval = useFocusAfterRemoval(targets, addButton);
  const total = sum(targets.map(({ targetPercentage }) => exact(targetPercentage)));
  const free = ASSET_CATEGORIES.filter(({ value }) => !targets.some(({ assetCategory }) => assetCategory === value));

  const tell = (written: Written<unknown>, done: string, doing: string): boolean => {
    setNotice(
      written.ok
        ? { tone: 'success', text: `Target allocation ${done} successfully` }
        : { tone: 'error', text: notWrittenText(written, `Failed to ${doing} allocation`) },
    );
    return written.ok;
  };
  const save = async ({ id, assetCategory }: TargetAllocation, text: string) => {
    const reading = readTargetPercentage(text);
    if (!reading.ok) {
      setEdit({ id, text, fault: reading.message });
      return;
    }
    const written = await saveRecord(currentDatabase(), 'targetAllocation', {
      id,
      assetCategory,
      targetPercentage: reading.value,
    });
    if (tell(written, 'updated', 'update')) setEdit(null);
  };
  const remove = async (target: TargetAllocation) => {
    setDeleting(null);
    expectRemoval(target.id);
    const removed = await removeRecords(currentDatabase(), 'targetAllocation', [target.id]);
    tell(removed, 'deleted', 'delete');
    if (removed.ok)
      offerUndo('1 target allocation', async () => (await undoRemovals(currentDatabase(), removed.value)).ok);
    else expectRemoval(null);
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
      cell: (target) =>
        edit?.id === target.id ? (
          <div className={styles.percent}>
            <TargetPercentageField
              label={`Target % of ${categoryLabel(target.assetCategory)}`}
              labelHidden
              width="full"
              autoFocus
              value={edit.text}
              error={edit.fault}
              onValueChange={(text) => {
                setEdit({ ...edit, text, fault: null });
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void save(target, edit.text);
                if (event.key === 'Escape') setEdit(null);
              }}
            />
          </div>
        ) : (
          formatPercent(target.targetPercentage)
        ),
    },
  ];
  const actions = (target: TargetAllocation): ReactNode =>
    edit?.id === target.id ? (
      <>
        <IconButton
          label="Save"
          tone="primary"
          icon={<Check aria-hidden="true" />}
          onClick={() => void save(target, edit.text)}
        />
        <IconButton
          label="Cancel"
          icon={<X aria-hidden="true" />}
          onClick={() => {
            setEdit(null);
          }}
        />
      </>
    ) : (
      <>
        <IconButton
          label="Edit"
          icon={<Pencil aria-hidden="true" />}
          onClick={() => {
            setEdit({ id: target.id, text: String(target.targetPercentage), fault: null });
          }}
        />
        <IconButton
          label="Delete"
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            setDeleting(target);
          }}
        />
      </>
    );

  return (
    <Page>
      <PageHeader
        title="Target Asset Allocation"
        description="Define your target allocation percentages across asset categories"
        actions={
          <Button
            ref={addButton}
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={free.length === 0}
            onClick={() => {
              setAdding(true);
            }}
          >
            Add Target Allocation
          </Button>
        }
      />
      {free.length === 0 && <p>All asset categories have been allocated.</p>}
      {error !== undefined && <Banner tone="error">Failed to load target allocations</Banner>}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {adding && (
        <AddTargetAllocation
          categories={free}
          onCancel={() => {
            setAdding(false);
          }}
          onAdd={async (fields) => {
            // Another device may have allocated it since the form was opened.
            if (
              (await listTargetAllocations(currentDatabase())).some(
                ({ assetCategory }) => assetCategory === fields.assetCategory,
              )
            ) {
              setNotice({ tone: 'error', text: 'An allocation for this category already exists' });
              return;
            }
            if (tell(await saveRecord(currentDatabase(), 'targetAllocation', fields), 'created', 'create'))
              setAdding(false);
          }}
        />
      )}
      <p className={classNames(styles.total, toText(total) !== '100' && styles.notWhole)}>
        Total Allocation: {formatPercent(toText(total))}
      </p>
      <DataTable
        caption="Target Asset Allocation"
        columns={columns}
        rows={targets}
        rowKey={({ id }) => id}
        rowLabel={({ assetCategory }) => categoryLabel(assetCategory)}
        rowActions={actions}
        cardsBelow="never"
        loading={loading}
        loadingText="Loading allocations..."
        empty={
          error === undefined && (
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
        onCancel={() => {
          setDeleting(null);
        }}
        onConfirm={() => {
          if (deleting) void remove(deleting);
        }}
      />
    </Page>
  );
}
