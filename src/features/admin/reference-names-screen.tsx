import { Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { undoRemovals } from '../../data/outbox/removals.ts';
import type { Removed } from '../../data/database/removed.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import type { Written } from '../../data/database/write.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { useServerLacks } from '../../ui/messages/device-only.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFocusAfterRemoval } from '../../ui/hooks/use-focus-after-removal.ts';
import { useNotice } from '../../ui/hooks/use-notice.ts';
import { ReferenceNameDialog } from './reference-name-dialog.tsx';
import { type ReferenceName, shownNames } from './reference-name.ts';
import type { ReferenceTexts } from './reference-texts.ts';

export interface ReferenceNamesScreenProps {
  readonly texts: ReferenceTexts;
  /** What is searched for at first. */
  readonly search?: string;
  /** Undefined while they are read. */
  readonly names: readonly ReferenceName[] | undefined;
  /** They could not be read. */
  readonly failed: boolean;
  /** Reads the usage counts from the server again. */
  readonly reload: () => void;
  readonly onSave: (fields: {
    readonly id?: string;
    readonly name: string;
    readonly isActive: boolean;
  }) => Promise<Written<unknown>>;
  readonly onSwitch: (id: string, isActive: boolean) => Promise<Written<unknown>>;
  readonly onRemove: (id: string) => Promise<Written<Removed>>;
  /** Asks the server for the present usage of one; null without a reply. */
  readonly usageNow: (id: string) => Promise<number | null>;
}

/** When a record was made and changed. */
const DATES: readonly Column<ReferenceName>[] = [
  {
    key: 'created',
    header: 'Created',
    cardLabel: true,
    cell: ({ createdAt }) => (createdAt === undefined ? '-' : formatInstant(createdAt)),
  },
  {
    key: 'updated',
    header: 'Updated',
    cardLabel: true,
    cell: ({ updatedAt }) => (updatedAt === undefined ? '-' : formatInstant(updatedAt)),
  },
];

function columnsOf(texts: ReferenceTexts): readonly Column<ReferenceName>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      grow: true,
      cell: ({ id, name, pending }) => <RecordName id={id} name={name} pending={pending} />,
      card: 'title',
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
      ),
      card: 'value',
    },
    {
      key: 'usage',
      header: 'Usage',
      cell: ({ usageCount }) => (usageCount === null ? '-' : `${usageCount} ${texts.usage}`),
    },
    ...(texts.isDated ? DATES : []),
  ];
}

type Open =
  | { readonly kind: 'form'; readonly edited: ReferenceName | null }
  | {
      readonly kind: 'delete';
      readonly name: ReferenceName;
      readonly busy: boolean;
      /** Null while the server is asked. */ readonly uses: number | null;
    };

/** Names that administrators keep: search, add, rename, activate, delete (002 §2, §4). */
export function ReferenceNamesScreen({
  texts,
  search = '',
  names,
  failed,
  reload,
  onSave,
  onSwitch,
  onRemove,
  usageNow,
}: ReferenceNamesScreenProps) {
  const [term, setTerm] = useState(search);
  const [includeInactive, setIncludeInactive] = useState(true);
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useNotice();
  const all = names ?? [];
  const shown = shownNames(all, term, includeInactive);
  const addButton = useRef<HTMLButtonElement>(null);
  const expectRemoval = useFocusAfterRemoval(all, addButton);
  const active = all.filter(({ isActive }) => isActive).length;
  // A plain server counts no usage; the deletion itself checks the records of this device, and the server those of all.
  const isUncounted = useServerLacks((lacks) => lacks.fields) && texts.isStatusOurs;
  const add = () => {
    setOpen({ kind: 'form', edited: null });
  };

  /** Shows the result of a write; true when it succeeded. */
  const tell = (written: Written<unknown>, done: string, doing: string): boolean => {
    if (written.ok)
      setNotice({
        tone: 'success',
        text: `${texts.noun.charAt(0).toUpperCase()}${texts.noun.slice(1)} ${done} successfully`,
      });
    else setNotice({ tone: 'error', text: notWrittenText(written, `Failed to ${doing}`) });
    return written.ok;
  };
  const remove = async (name: ReferenceName) => {
    setOpen({ kind: 'delete', name, busy: true, uses: 0 });
    expectRemoval(name.id);
    const written = await onRemove(name.id);
    if (!written.ok) expectRemoval(null);
    // It has come into use since: the dialog now says that it cannot be deleted.
    if (!written.ok && written.fault.code === 'inUse') {
      setOpen({ kind: 'delete', name, busy: false, uses: written.fault.count });
      return;
    }
    setOpen(null);
    tell(written, 'deleted', `delete ${texts.noun}`);
    if (written.ok) offerUndo(`1 ${texts.noun}`, async () => (await undoRemovals(currentDatabase(), written.value)).ok);
  };
  const actions = (row: ReferenceName): ReactNode => (
    <>
      <IconButton
        label="Edit"
        icon={<Pencil aria-hidden="true" />}
        onClick={() => {
          setOpen({ kind: 'form', edited: row });
        }}
      />
      <IconButton
        label={row.isActive ? 'Deactivate' : 'Activate'}
        icon={row.isActive ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        onClick={() => {
          void onSwitch(row.id, !row.isActive).then((written) =>
            tell(written, row.isActive ? 'deactivated' : 'activated', `update ${texts.noun} status`),
          );
        }}
      />
      {(row.usageCount === 0 || isUncounted) && (
        <IconButton
          label="Delete"
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            const asking: Open = { kind: 'delete', name: row, busy: false, uses: null };
            setOpen(asking);
            // A user who has closed it in the meantime is not asked again.
            void usageNow(row.id).then((uses) => {
              setOpen((now) => (now === asking ? { ...asking, uses: uses ?? 0 } : now));
            });
          }}
        />
      )}
    </>
  );

  return (
    <Page>
      <PageHeader
        title={texts.page}
        actions={
          <Button ref={addButton} variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
            Add {texts.title}
          </Button>
        }
      />
      {failed && <Banner tone="error">Failed to load {texts.nouns}</Banner>}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <TextField
        label={`Search ${texts.nouns}`}
        labelHidden
        type="search"
        placeholder={`Search ${texts.nouns}...`}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
        }}
      />
      <Checkbox
        label={`Include Inactive ${texts.titles}`}
        checked={includeInactive}
        onCheckedChange={(checked) => {
          setIncludeInactive(checked);
          reload();
        }}
      />
      {names !== undefined && (
        <p>
          Showing {shown.length} of {all.length} {texts.nouns} · {active} active, {all.length - active} inactive
        </p>
      )}
      <DataTable
        caption={texts.titles}
        columns={columnsOf(texts)}
        rows={shown}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={actions}
        loading={names === undefined && !failed}
        {...(texts.isDated && { cardsBelow: 'medium' as const })}
        empty={
          !failed &&
          (all.length === 0 ? (
            <EmptyState
              title={`No ${texts.titles} Found`}
              action={
                <Button variant="primary" onClick={add}>
                  Add First {texts.title}
                </Button>
              }
            />
          ) : (
            <EmptyState title={`No ${texts.nouns} match your search`} />
          ))
        }
      />
      {open?.kind === 'form' && (
        <ReferenceNameDialog
          texts={texts}
          edited={open.edited}
          others={all.filter(({ id }) => id !== open.edited?.id).map(({ name }) => name)}
          onClose={() => {
            setOpen(null);
          }}
          onSave={async (fields) => {
            const { edited } = open;
            const written = await onSave({ ...(edited !== null && { id: edited.id }), ...fields });
            setOpen(null);
            tell(
              written,
              edited === null ? 'created' : 'updated',
              `${edited === null ? 'create' : 'update'} ${texts.noun}`,
            );
          }}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        busy={open?.kind === 'delete' && open.busy}
        data={open?.kind === 'delete' && open.uses !== null ? deletionData(texts, open.name, open.uses) : null}
        onCancel={() => {
          setOpen(null);
        }}
        onConfirm={() => {
          if (open?.kind === 'delete') void remove(open.name);
        }}
      />
    </Page>
  );
}

function deletionData(texts: ReferenceTexts, { name }: ReferenceName, uses: number) {
  if (uses === 0) {
    return {
      title: `Delete ${texts.title}`,
      message: `Are you sure you want to delete "${name}"? This action cannot be undone.`,
      warningMessage: `This will permanently remove the ${texts.noun} from the system.`,
    };
  }
  return {
    title: `Cannot Delete ${texts.title}`,
    message: `The ${texts.noun} "${name}" cannot be deleted because it is currently in use.`,
    warningMessage: `This ${texts.noun} is used by ${uses} ${texts.usedBy}. To remove it from the system, first delete or reassign all associated ${texts.users}, then try again.`,
    canDelete: false,
  };
}
