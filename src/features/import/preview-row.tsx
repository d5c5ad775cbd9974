import { memo, type Ref } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ImportEntity, PreviewColumn, PreviewItem } from './import-entity.ts';
import { cellText } from './preview-cell.ts';
import styles from './preview-table.module.css';

const STATUS = {
  valid: { mark: '✓', className: styles.valid },
  duplicate: { mark: '⚠', className: styles.duplicate },
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
  /** It cannot be chosen now although it is no error. */
  readonly blocked: boolean;
  readonly disabled: boolean;
  readonly onToggle: (rowNumber: number) => void;
}

/** One row of a preview: error rows are dimmed and cannot be chosen, rows left out are greyed. Drawn again only when it changes, for scrolling. */
export const PreviewRowView = memo(PreviewRow) as typeof PreviewRow;

function PreviewRow<Row extends PreviewItem>({ ref, index, top, row, entity, selected, blocked, disabled, onToggle }: PreviewRowViewProps<Row>) {
  const place = { transform: `translateY(${top}px)` };
  if (row === undefined) return <div ref={ref} data-index={index} role="row" aria-rowindex={index + 2} aria-busy="true" className={styles.row} style={place} />;
  const chosen = selected && !blocked && row.status !== 'error';
  const { mark, className } = STATUS[row.status];
  return (
    <div ref={ref} data-index={index} role="row" aria-rowindex={index + 2} className={classNames(styles.row, row.status === 'error' ? styles.dimmed : !chosen && styles.greyed)} style={place}>
      <span role="cell" className={styles.check}>
        {row.status !== 'error' && (
          <Checkbox label={`Import row ${row.rowNumber}`} labelHidden checked={chosen} disabled={disabled || blocked} onCheckedChange={() => { onToggle(row.rowNumber); }} />
        )}
      </span>
      <span role="cell" className={classNames(styles.number, styles.end)}>{row.rowNumber}</span>
      <span role="cell" className={classNames(styles.status, className)}>
        <span aria-hidden="true">{mark}</span> {row.status}
      </span>
      {entity.columns.map((column) => <PreviewCell key={column.header} column={column} row={row} />)}
      <span role="cell" className={classNames(styles.details, row.status === 'valid' && !blocked && styles.blank)}>
        <Details row={row} accountMissing={blocked} />
      </span>
    </div>
  );
}

function PreviewCell<Row>({ column, row }: { readonly column: PreviewColumn<Row>; readonly row: Row }) {
  const text = cellText(column.kind, column.value(row));
  const figure = column.kind === 'number' || column.kind === 'currency' || column.kind === 'percent';
  return (
    <span role="cell" className={classNames(styles.cell, figure && styles.end, column.kind === 'code' && styles.code, styles[column.place])} data-label={column.header} title={text.length > 12 ? text : undefined}>
      {text}
    </span>
  );
}

function Details({ row, accountMissing }: { readonly row: PreviewItem; readonly accountMissing: boolean }) {
  if (row.status === 'error') {
    return (
      <ul>
        {row.errors.map((error) => <li key={error.message}>{error.message}</li>)}
      </ul>
    );
  }
  if (row.status === 'duplicate') return row.duplicateInfo?.matchDetails ?? '-';
  return accountMissing ? 'Its account is not to be created.' : '-';
}
