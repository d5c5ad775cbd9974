import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { useServerLacks } from '../../../ui/messages/device-only.tsx';
import { RecordName } from '../../../ui/messages/record-name.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import type { ReferenceName } from './reference-name.ts';
import type { ReferenceTexts } from './reference-texts.ts';
import styles from '../shared/admin.module.css';

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
      cell: ({ usageCount }) => (usageCount === null ? '-' : texts.usage(usageCount)),
    },
    ...(texts.isDated ? DATES : []),
  ];
}

export interface ReferenceNameTableProps {
  readonly texts: ReferenceTexts;
  /** Undefined while they are read. */
  readonly names: readonly ReferenceName[] | undefined;
  /** Those of them that are searched for. */
  readonly shown: readonly ReferenceName[];
  /** They could not be read. */
  readonly failed: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (name: ReferenceName) => void;
  readonly onSwitch: (name: ReferenceName) => void;
  readonly onDelete: (name: ReferenceName) => void;
}

/** The names, each with its status, its usage and what can be done with it. */
export function ReferenceNameTable(props: ReferenceNameTableProps) {
  const { texts, names, shown, failed, onAdd, onEdit, onSwitch, onDelete } = props;
  // A plain server counts no usage; the deletion itself checks the records of this device, and the server those of all.
  const isUncounted = useServerLacks((lacks) => lacks.fields) && texts.isStatusOurs;
  return (
    <DataTable
      caption={texts.titles}
      columns={columnsOf(texts)}
      rows={shown}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowActions={(row) => (
        <>
          <IconButton label="Edit" icon={<Pencil aria-hidden="true" />} onClick={() => onEdit(row)} />
          <IconButton
            label={row.isActive ? 'Deactivate' : 'Activate'}
            icon={row.isActive ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onClick={() => onSwitch(row)}
          />
          {row.usageCount === 0 || isUncounted ? (
            <IconButton
              label="Delete"
              tone="danger"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => onDelete(row)}
            />
          ) : (
            <span className={styles.noAction} />
          )}
        </>
      )}
      loading={names === undefined && !failed}
      {...(texts.isDated && { cardsBelow: 'medium' as const })}
      empty={!failed && <NoNames texts={texts} hasNames={names !== undefined && names.length > 0} onAdd={onAdd} />}
    />
  );
}

/** Stands in place of the rows when none is shown. */
function NoNames({
  texts,
  hasNames,
  onAdd,
}: {
  readonly texts: ReferenceTexts;
  readonly hasNames: boolean;
  readonly onAdd: () => void;
}) {
  if (hasNames) return <EmptyState title={`No ${texts.nouns} match your search`} />;
  return (
    <EmptyState
      title={`No ${texts.titles} Found`}
      action={
        <Button variant="primary" onClick={onAdd}>
          Add First {texts.title}
        </Button>
      }
    />
  );
}
