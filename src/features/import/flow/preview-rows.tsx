import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowStatus } from '../../../../domain/csv/row-figures/preview.ts';
import type { RowEdit } from '../../../../domain/csv/source/edited-rows.ts';
import type { ImportPreview } from '../../../../workers/api/worker-api.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import type { ImportEntity, ImportSource, PreviewItem } from '../entity/import-entity.ts';
import { toggleRow } from '../preview/preview-selection.ts';
import { PreviewTable } from '../preview/preview-table.tsx';
import type { ImportFlowState } from './use-import.ts';
import type { PreviewChoice } from '../preview/use-preview-choice.ts';

export interface PreviewRowsProps<Row extends PreviewItem> {
  readonly entity: ImportEntity<Row>;
  readonly preview: ImportPreview;
  readonly source: Pick<ImportSource<Row>, 'rows' | 'correct'>;
  readonly choice: PreviewChoice;
  readonly correct: ImportFlowState['correct'];
  readonly disabled: boolean;
}

type Tab = RowStatus | 'all';

/** The tabs of a preview; of some kinds of rows most files have none, and no tab. */
const TABS: readonly { readonly value: Tab; readonly label: string; readonly hidesEmpty?: boolean }[] = [
  { value: 'all', label: 'All' },
  { value: 'valid', label: 'Valid' },
  { value: 'duplicate', label: 'Duplicates' },
  { value: 'question', label: 'Questions', hidesEmpty: true },
  { value: 'cancelled', label: 'Cancelled', hidesEmpty: true },
  { value: 'error', label: 'Errors' },
];

function countsOf({ summary, rowNumbers }: ImportPreview): Readonly<Record<Tab, number>> {
  return {
    all: summary.totalRows,
    valid: summary.validCount,
    duplicate: summary.duplicateCount,
    question: rowNumbers.question.length,
    cancelled: rowNumbers.cancelled.length,
    error: summary.errorCount,
  };
}

/** The rows of a preview by their status, where they are chosen and corrected. */
export function PreviewRows<Row extends PreviewItem>(props: PreviewRowsProps<Row>) {
  const { entity, preview, source, choice, disabled } = props;
  const [tab, setTab] = useState<Tab>('all');
  const { select } = choice;
  const counts = countsOf(preview);
  // The same functions at every drawing, so that only rows that change are drawn again.
  const toggle = useCallback(
    (rowNumber: number) => {
      select((before) => toggleRow(before, rowNumber));
    },
    [select],
  );
  const correct = useRef(props.correct);
  useEffect(() => {
    correct.current = props.correct;
  });
  const correctRow = useCallback(async (rowNumber: number, edit: RowEdit) => {
    await correct.current({ row: { rowNumber, edit } });
  }, []);
  return (
    <Tabs
      label="Rows shown"
      value={tab}
      onChange={setTab}
      tabs={TABS.filter(({ value, hidesEmpty }) => hidesEmpty !== true || counts[value] > 0).map(
        ({ value, label }) => ({ value, label: `${label} (${counts[value]})` }),
      )}
    >
      <PreviewTable
        entity={entity}
        preview={preview}
        status={tab}
        count={counts[tab]}
        readRows={source.rows}
        selected={choice.selection.rows}
        blocked={choice.blocked}
        disabled={disabled}
        onToggle={toggle}
        onCorrect={source.correct === undefined || entity.cells === undefined ? undefined : correctRow}
      />
    </Tabs>
  );
}
