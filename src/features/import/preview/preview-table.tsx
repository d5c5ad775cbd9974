import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { RowEdit } from '../../../../domain/csv/source/edited-rows.ts';
import type { RowStatus } from '../../../../domain/csv/row-figures/preview.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { classNames } from '../../../ui/layout/class-names.ts';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';
import type { ImportPreview } from '../../../../workers/api/worker-api.ts';
import type { ImportEntity, ImportSource, PreviewItem } from '../entity/import-entity.ts';
import { isFigure } from './preview-cell.ts';
import { PreviewRowView } from './preview-row.tsx';
import styles from './preview-table.module.css';
import { useRowWindow } from './use-row-window.ts';

/** Rows drawn beyond the visible ones. */
const OVERSCAN = 12;
const ROW_HEIGHT = 37;
const CARD_HEIGHT = 64;
const CARDS_BELOW = 760;

export interface PreviewTableProps<Row extends PreviewItem> {
  readonly entity: ImportEntity<Row>;
  readonly preview: ImportPreview;
  readonly status: RowStatus | 'all';
  readonly count: number;
  readonly readRows: ImportSource<Row>['rows'];
  readonly selected: ReadonlySet<number>;
  /** Rows that cannot be chosen now although they are no errors. */
  readonly blocked: ReadonlySet<number>;
  readonly disabled: boolean;
  readonly onToggle: (rowNumber: number) => void;
  /** Corrects a row; absent where rows cannot be corrected. */
  readonly onCorrect?: ((rowNumber: number, edit: RowEdit) => Promise<void>) | undefined;
}

/** The rows of a preview. Only the visible ones exist in the page, so that 100,000 of them scroll like ten. */
export function PreviewTable<Row extends PreviewItem>({
  entity,
  preview,
  status,
  count,
  readRows,
  selected,
  blocked,
  disabled,
  onToggle,
  onCorrect,
}: PreviewTableProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const { editing, saving, edit, save } = useRowEditing(list, onCorrect);
  const scroller = useRef<HTMLElement>(null);
  const cards = useNarrow(list, entity.cardsBelow ?? CARDS_BELOW);
  const margin = useOffsetInScroller(list);
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used here
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => (scroller.current ??= scrollerOf(list.current)),
    estimateSize: () => (cards ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  // The rows are drawn after the dialog, in a task of their own: neither makes the page wait for long.
  const stands = useDeferredValue(true, false);
  const shown = stands ? virtualizer.getVirtualItems() : [];
  const { previewId, revision } = preview;
  const read = useCallback(
    (offset: number, limit: number) => readRows({ previewId, status, offset, limit }),
    // oxlint-disable-next-line react/exhaustive-deps -- a correction changes what the rows are
    [readRows, previewId, revision, status],
  );
  const { rowAt, error } = useRowWindow(`${previewId} ${status}`, read, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  const tracks: CSSProperties & { '--tracks': string } = {
    '--tracks': `24px 44px 92px ${entity.columns.map((column) => column.track).join(' ')} minmax(180px, 3fr)`,
  };

  if (count === 0) return <p className={styles.none}>No rows.</p>;
  return (
    <>
      {error !== undefined && (
        <Banner tone="error">The rows could not be read. Close the preview and try again.</Banner>
      )}
      <div
        ref={list}
        role="table"
        aria-label={`Rows of ${preview.fileName}`}
        aria-rowcount={count + 1}
        className={classNames(styles.table, cards && styles.cards)}
        style={tracks}
      >
        <Head columns={entity.columns} />
        <div role="rowgroup" className={styles.body} style={{ blockSize: virtualizer.getTotalSize() }}>
          {shown.map((item) => {
            const row = rowAt(item.index);
            return (
              <PreviewRowView
                key={item.key}
                ref={virtualizer.measureElement}
                index={item.index}
                top={item.start - margin}
                row={row}
                entity={entity}
                selected={row !== undefined && selected.has(row.rowNumber)}
                blocked={row !== undefined && blocked.has(row.rowNumber)}
                disabled={disabled}
                onToggle={onToggle}
                onEdit={onCorrect === undefined ? undefined : edit}
                onSave={row !== undefined && editing === row.rowNumber ? save : null}
                saving={saving}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function Head<Row extends PreviewItem>({ columns }: { readonly columns: ImportEntity<Row>['columns'] }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        <span role="columnheader">
          <VisuallyHidden>Select</VisuallyHidden>
        </span>
        <span role="columnheader" className={styles.end}>
          #
        </span>
        <span role="columnheader">Status</span>
        {columns.map((column) => (
          <span key={column.header} role="columnheader" className={isFigure(column.kind) ? styles.end : undefined}>
            {column.header}
          </span>
        ))}
        <span role="columnheader">Details</span>
      </div>
    </div>
  );
}

interface RowEditing {
  /** The number of the row that is being corrected, or null. */
  readonly editing: number | null;
  readonly saving: boolean;
  readonly edit: (rowNumber: number | null) => void;
  readonly save: (rowNumber: number, typed: RowEdit) => void;
}

/** Corrects one row of the list at a time. */
function useRowEditing(
  list: { readonly current: HTMLElement | null },
  onCorrect: PreviewTableProps<PreviewItem>['onCorrect'],
): RowEditing {
  const [editing, setEditing] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const edit = useCallback(
    (rowNumber: number | null) => {
      // The form leaves with the focus in it: its row takes the focus, so that the next key goes on from there.
      if (rowNumber === null)
        list.current?.querySelector('form')?.closest<HTMLElement>('[role="row"]')?.focus({ preventScroll: true });
      setEditing(rowNumber);
    },
    [list],
  );
  const save = useCallback(
    (rowNumber: number, typed: RowEdit) => {
      setSaving(true);
      void onCorrect?.(rowNumber, typed).finally(() => {
        setSaving(false);
        edit(null);
      });
    },
    [onCorrect, edit],
  );
  return { editing, saving, edit, save };
}

/** The nearest ancestor that scrolls: the dialog's body, whatever it is called. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement) {
    if (/auto|scroll/u.test(getComputedStyle(at).overflowY)) return at;
  }
  return element === null ? null : document.documentElement;
}

/** How far the list starts below the top of what scrolls; followed as things above it open and close. */
function useOffsetInScroller(list: { readonly current: HTMLElement | null }): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = scrollerOf(element);
    if (element === null || scroller === null) return undefined;
    const measure = () => {
      setOffset(element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, [list]);
  return offset;
}
