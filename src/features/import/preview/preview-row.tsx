import { memo, type Ref } from 'react';
import type { RowEdit } from '../../../../domain/csv/source/edited-rows.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { classNames } from '../../../ui/layout/class-names.ts';
import { TruncatedText } from '../../../ui/controls/truncated-text.tsx';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import type { ImportEntity, PreviewColumn, PreviewItem } from '../entity/import-entity.ts';
import { cellText, isFigure } from './preview-cell.ts';
import styles from './preview-table.module.css';
import { RowEditor } from '../entity/row-editor.tsx';

const STATUS = {
  valid: { mark: '✓', className: styles.valid },
  duplicate: { mark: '⚠', className: styles.duplicate },
  question: { mark: '?', className: styles.question },
  cancelled: { mark: '⊘', className: styles.cancelled },
  error: { mark: '✗', className: styles.error },
} as const;

interface PreviewRowViewProps<Row extends PreviewItem> {
  readonly ref: Ref<HTMLDivElement>;
  readonly index: number;
  /** Pixels below the list's top. */
  readonly top: number;
  /** Undefined while it is being read. */
  readonly row: Row | undefined;
  readonly entity: ImportEntity<Row>;
  readonly selected: boolean;
  /** It cannot be chosen now although it has no error. */
  readonly blocked: boolean;
  readonly disabled: boolean;
  readonly onToggle: (rowNumber: number) => void;
  /** Opens the row's cells for correction, or with null closes them; absent where rows cannot be corrected. */
  readonly onEdit: ((rowNumber: number | null) => void) | undefined;
  /** Set while the row's cells are open. */
  readonly onSave: ((rowNumber: number, edit: RowEdit) => void) | null;
  readonly saving: boolean;
}

/** One row of a preview: rows with errors are dimmed, rows left out are greyed, and only valid rows and duplicates can be chosen. Drawn again only when it changes, for scrolling. */
export const PreviewRowView = memo(PreviewRow) as typeof PreviewRow;

function PreviewRow<Row extends PreviewItem>({
  ref,
  index,
  top,
  row,
  entity,
  selected,
  blocked,
  disabled,
  onToggle,
  onEdit,
  onSave,
  saving,
}: PreviewRowViewProps<Row>) {
  const place = { transform: `translateY(${top}px)` };
  if (row === undefined)
    return (
      <div
        ref={ref}
        data-index={index}
        role="row"
        tabIndex={-1}
        aria-rowindex={index + 2}
        aria-busy="true"
        className={styles.row}
        style={place}
      />
    );
  const isOut = row.status !== 'valid' && row.status !== 'duplicate';
  const chosen = selected && !blocked && !isOut;
  const { mark, className } = STATUS[row.status];
  return (
    <div
      ref={ref}
      data-index={index}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      className={classNames(styles.row, row.status === 'error' ? styles.dimmed : !chosen && styles.greyed)}
      style={place}
    >
      <span role="cell" className={styles.check}>
        {!isOut && (
          <Checkbox
            label={`Import row ${row.rowNumber}`}
            labelHidden
            checked={chosen}
            disabled={disabled || blocked}
            onCheckedChange={() => {
              onToggle(row.rowNumber);
            }}
          />
        )}
      </span>
      <span role="cell" className={classNames(styles.number, styles.end)}>
        {row.rowNumber}
      </span>
      <span role="cell" className={classNames(styles.status, className)}>
        <span aria-hidden="true">{mark}</span> {row.status}
      </span>
      {entity.columns.map((column) => (
        <PreviewCell key={column.header} column={column} row={row} />
      ))}
      <span
        role="cell"
        className={classNames(
          styles.details,
          row.status === 'valid' && ownDetails(row, blocked).length + (row.remarks ?? []).length === 0 && styles.blank,
        )}
      >
        <Details row={row} accountMissing={blocked} />
        {isOut && onEdit !== undefined && onSave === null && (
          <>
            {' '}
            <TextButton
              onClick={() => {
                onEdit(row.rowNumber);
              }}
            >
              Correct row {row.rowNumber}
            </TextButton>
          </>
        )}
      </span>
      {onSave !== null && onEdit !== undefined && (
        <div role="cell" className={styles.editing}>
          <RowEditor
            rowNumber={row.rowNumber}
            cells={entity.cells?.(row) ?? []}
            busy={saving}
            onSave={(edit) => {
              onSave(row.rowNumber, edit);
            }}
            onCancel={() => {
              onEdit(null);
            }}
          />
        </div>
      )}
    </div>
  );
}

function PreviewCell<Row>({ column, row }: { readonly column: PreviewColumn<Row>; readonly row: Row }) {
  const value = column.value(row);
  const text = cellText(column.kind, value, column.currency?.(row));
  const isName = column.kind === 'text' && column.place === 'title';
  return (
    <span
      role="cell"
      className={classNames(
        styles.cell,
        isFigure(column.kind) && styles.end,
        column.kind === 'code' && styles.code,
        styles[column.place],
        (value ?? '') === '' && styles.absent,
      )}
      data-label={column.header}
      title={text.length > 12 && !isName ? text : undefined}
    >
      {isName ? <TruncatedText text={text} /> : text}
    </span>
  );
}

function Details({ row, accountMissing }: { readonly row: PreviewItem; readonly accountMissing: boolean }) {
  if (row.status === 'error') {
    return (
      <ul>
        {row.errors.map((error) => (
          <li key={error.message}>{error.message}</li>
        ))}
      </ul>
    );
  }
  const sentences = [...ownDetails(row, accountMissing), ...(row.remarks ?? [])];
  return sentences.length === 0 ? '-' : sentences.join(' ');
}

/** The notes on a row without errors, beside the remarks. */
function ownDetails(row: PreviewItem, accountMissing: boolean): readonly string[] {
  if (row.status === 'question') return row.questions?.map(({ text }) => text) ?? [];
  if (row.status === 'duplicate') return row.duplicateInfo === null ? [] : [row.duplicateInfo.matchDetails];
  if (row.note != null) return [row.note];
  return accountMissing ? ['Its account will not be created.'] : [];
}
