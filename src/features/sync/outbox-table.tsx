import { useState } from 'react';
import { discardEntry, retryEntry } from '../../data/questions/attention.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { OutboxEntry } from '../../data/database/outbox-entry.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { entryTitle, lossWords, reasonWords, spanWords, stateWords } from './entry-words.ts';
import { entryFile } from './export-entry.ts';
import { importRefusalText } from './import-refusal.ts';
import type { EntryContext } from './record-words.ts';
import styles from './sync.module.css';
import { tellFault } from './tell-fault.ts';
import { editTransactionPath } from '../../ui/texts/transaction-path.ts';

const PAGE_SIZE = 50;

const EDIT_PATHS: { readonly [entity in OutboxEntry['entity']]?: (id: string) => string } = {
  account: (id) => `/accounts/${id}/edit`,
  asset: (id) => `/assets/edit/${id}`,
  bankName: () => '/admin/bank-names',
  broker: () => '/admin/brokers',
  brokerCashBalance: (id) => `/broker-cash-balances/${id}/edit`,
  property: (id) => `/properties/edit/${id}`,
  savingsAccount: (id) => `/savings-accounts/${id}/edit`,
  targetAllocation: () => '/admin/target-allocations',
  transaction: editTransactionPath,
};

/** Where the record of an entry is edited, or null when there is nothing to edit. */
function editPath({ entity, kind, localId }: OutboxEntry): string | null {
  if (kind === 'delete') return null;
  return EDIT_PATHS[entity]?.(localId) ?? null;
}

/** True while the entry may be discarded or sent again: not when its outcome is unknown. */
function isFree(entry: OutboxEntry): boolean {
  return entry.state === 'queued' || entry.state === 'failed';
}

function reasonOf(entry: OutboxEntry, now: number): string {
  const refusedImport = entry.entity === 'import' && entry.error?.code === 'refused';
  const reason = refusedImport && entry.error !== null ? importRefusalText(entry.error) : reasonWords(entry.error);
  const wait =
    entry.state === 'queued' && entry.attempts > 0 && entry.nextAttemptAt > now
      ? `Next try in ${spanWords(entry.nextAttemptAt - now)}.`
      : null;
  return [reason, wait].filter((words) => words !== null).join(' ');
}

export interface OutboxTableProps {
  readonly entries: readonly OutboxEntry[];
  readonly context: EntryContext;
  readonly caption: string;
}

/** Changes that the server does not have, in the order given. */
export function OutboxTable({ entries, context, caption }: OutboxTableProps) {
  const now = useNow();
  const [page, setPage] = useState(1);
  const [discarding, setDiscarding] = useState<OutboxEntry | null>(null);
  const lastPage = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  const current = Math.min(page, lastPage);
  const seqs = new Set(entries.map((entry) => entry.seq));
  const columns: readonly Column<OutboxEntry>[] = [
    {
      key: 'change',
      header: 'Change',
      cell: (entry) => <span className={styles.change}>{entryTitle(entry, context)}</span>,
    },
    { key: 'state', header: 'State', card: 'value', cell: (entry) => <State entry={entry} seqs={seqs} now={now} /> },
    {
      key: 'age',
      header: 'Age',
      cell: (entry) => <span className={styles.age}>{spanWords(now - Date.parse(entry.queuedAt))}</span>,
    },
    { key: 'reason', header: 'Reason', cell: (entry) => <span className={styles.reason}>{reasonOf(entry, now)}</span> },
  ];
  const discard = async (entry: OutboxEntry) => {
    setDiscarding(null);
    tellFault(await discardEntry(currentDatabase(), entry.seq));
  };
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={entries.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)}
        rowKey={(entry) => String(entry.seq)}
        rowLabel={(entry) => entryTitle(entry, context)}
        rowActions={(entry) => (
          <EntryActions
            entry={entry}
            title={entryTitle(entry, context)}
            onExport={() => void entryFile(currentDatabase(), entry, context).then(saveFile)}
            onDiscard={() => setDiscarding(entry)}
          />
        )}
        cardsBelow="medium"
      />
      <Pager page={current} pageSize={PAGE_SIZE} totalCount={entries.length} onPage={setPage} />
      <ConfirmDialog
        open={discarding !== null}
        data={
          discarding && {
            title: 'Discard change',
            message: lossWords(discarding, context),
            itemName: entryTitle(discarding, context),
          }
        }
        confirmLabel="Discard"
        onConfirm={() => {
          if (discarding !== null) void discard(discarding);
        }}
        onCancel={() => setDiscarding(null)}
      />
    </>
  );
}

function State({
  entry,
  seqs,
  now,
}: {
  readonly entry: OutboxEntry;
  readonly seqs: ReadonlySet<number>;
  readonly now: number;
}) {
  const { label, tone } = stateWords(entry, seqs, now);
  return <span className={styles[tone]}>{label}</span>;
}

interface EntryActionsProps {
  readonly entry: OutboxEntry;
  readonly title: string;
  readonly onExport: () => void;
  readonly onDiscard: () => void;
}

function EntryActions({ entry, title, onExport, onDiscard }: EntryActionsProps) {
  if (!isFree(entry)) return null;
  const path = editPath(entry);
  const failed = entry.state === 'failed';
  return (
    <div className={styles.actions} data-own-line="">
      {(failed || entry.attempts > 0) && (
        <Button
          size="small"
          aria-label={`Retry: ${title}`}
          onClick={() => void retryEntry(currentDatabase(), entry.seq).then(tellFault)}
        >
          Retry
        </Button>
      )}
      {failed && path !== null && (
        <ButtonLink size="small" to={path}>
          Edit and retry
        </ButtonLink>
      )}
      {failed && (
        <Button size="small" aria-label={`Export: ${title}`} onClick={onExport}>
          Export
        </Button>
      )}
      <Button size="small" aria-label={`Discard: ${title}`} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
