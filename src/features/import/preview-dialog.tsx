import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RowEdit } from '../../../domain/csv/source/edited-rows.ts';
import type { RowStatus } from '../../../domain/csv/row-figures/preview.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { titleCase } from '../../ui/texts/list-texts.ts';
import type { ImportPreview } from '../../../workers/worker-api.ts';
import { type ImportEntity, type ImportSource, nameFor, type PreviewItem } from './import-entity.ts';
import { LiveEffect } from './effect-panel.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { ProgressLine } from './progress-line.tsx';
import styles from './preview-dialog.module.css';
import {
  afterCorrection,
  blockedRows,
  brokersToChoose,
  clearSelection,
  countImportable,
  importableRows,
  type PreviewSelection,
  selectAllValid,
  setIncludeDuplicates,
  startSelection,
  toggleAccount,
  toggleRow,
} from './preview-selection.ts';
import { PreviewNotices } from './preview-notices.tsx';
import { PreviewSetup } from './preview-setup.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ReportView } from './report-view.tsx';
import type { ImportFlowState } from './use-import.ts';

export interface PreviewDialogProps<Row extends PreviewItem> {
  readonly entity: ImportEntity<Row>;
  readonly preview: ImportPreview;
  readonly source: Pick<ImportSource<Row>, 'rows' | 'correct' | 'searchAssets' | 'effect'>;
  readonly brokers: readonly { readonly id: string; readonly name: string }[];
  readonly flow: Pick<
    ImportFlowState,
    'busy' | 'step' | 'report' | 'reading' | 'readAgain' | 'correct' | 'commit' | 'cancel'
  >;
}

type Tab = RowStatus | 'all';

/** Shows what a file would add and lets the user choose (000 §2.11). Closing it discards tab and choice. */
export function PreviewDialog<Row extends PreviewItem>({
  entity,
  preview,
  source,
  brokers,
  flow,
}: PreviewDialogProps<Row>) {
  const [tab, setTab] = useState<Tab>('all');
  const [selection, setSelection] = useState<PreviewSelection>(() => startSelection(preview));
  const [seen, setSeen] = useState(preview);
  if (seen !== preview) {
    setSeen(preview);
    setSelection(afterCorrection(selection, seen, preview));
  }
  const [brokerChoices, setBrokerChoices] = useState<Readonly<Record<string, string>>>({});
  const blocked = useMemo(() => blockedRows(selection, preview), [selection, preview]);
  const count = useMemo(() => countImportable(selection, blocked), [selection, blocked]);
  const toggle = useCallback((rowNumber: number) => {
    setSelection((before) => toggleRow(before, rowNumber));
  }, []);
  const correct = useRef(flow.correct);
  useEffect(() => {
    correct.current = flow.correct;
  });
  const correctRow = useCallback(async (rowNumber: number, edit: RowEdit) => {
    await correct.current({ row: { rowNumber, edit } });
  }, []);
  const importing = flow.busy === 'import';
  const { totalRows, validCount, duplicateCount, errorCount } = preview.summary;
  const transactions = preview.kind === 'transactions' ? preview : null;
  const counts: Readonly<Record<Tab, number>> = {
    all: totalRows,
    valid: validCount,
    duplicate: duplicateCount,
    question: preview.rowNumbers.question.length,
    cancelled: preview.rowNumbers.cancelled.length,
    error: errorCount,
  };
  const brokerMissing = useMemo(
    () => brokersToChoose(selection, blocked, preview, brokerChoices).length > 0,
    [selection, blocked, preview, brokerChoices],
  );

  const request = useMemo(
    () => ({
      previewId: preview.previewId,
      selectedRowNumbers: importableRows(selection, blocked),
      createAccounts: [...selection.createAccounts],
      brokerChoices,
    }),
    [preview.previewId, selection, blocked, brokerChoices],
  );
  const effectRequest = useDeferredValue(request);

  const footer = (
    <>
      <span className={styles.selected} role="status">
        Selected: {count} {nameFor(count, entity)}
      </span>
      <Button
        size="small"
        disabled={importing || validCount === 0}
        onClick={() => {
          setSelection(selectAllValid(selection, preview));
        }}
      >
        Select All Valid
      </Button>
      <Button
        size="small"
        disabled={importing || selection.rows.size === 0}
        onClick={() => {
          setSelection(clearSelection(selection));
        }}
      >
        Clear Selection
      </Button>
      <span className={styles.gap} />
      <Button onClick={flow.cancel}>Cancel</Button>
      <Button
        variant="primary"
        loading={importing}
        disabled={count === 0 || brokerMissing}
        onClick={() => {
          flow.commit(request);
        }}
      >
        {importing ? 'Importing...' : `Import ${count} Selected`}
      </Button>
    </>
  );

  return (
    <Dialog
      open
      onClose={flow.cancel}
      busy={importing}
      size="large"
      title={`${titleCase(entity.singular)} Import Preview`}
      description={`${preview.fileName} · read as ${transactions?.profileName ?? 'CSV'}`}
      footer={footer}
    >
      <div className={styles.content}>
        <dl className={styles.tiles}>
          <Tile label="Total Rows" count={totalRows} />
          <Tile label="Valid" count={validCount} className={styles.valid} />
          <Tile label="Duplicates" count={duplicateCount} className={styles.duplicates} />
          <Tile label="Errors" count={errorCount} className={styles.errors} />
        </dl>
        {flow.step !== null && (
          <ProgressLine step={flow.step} label={flow.busy === 'preview' ? 'Reading rows' : 'Importing rows'} />
        )}
        {flow.report !== null && <ReportView key={flow.report.message} report={flow.report} />}
        {transactions !== null && (
          <>
            <ImportQuestions
              questions={transactions.questions}
              provedRows={transactions.rowNumbers.valid.length - transactions.heldRows.length}
              searchAssets={source.searchAssets}
              onAnswer={(key, value) => {
                void flow.correct({ answer: { key, value } });
              }}
              disabled={flow.busy !== null}
            />
            <PreviewSetup
              preview={transactions}
              brokers={brokers}
              createAccounts={selection.createAccounts}
              onToggleAccount={(name) => {
                setSelection(toggleAccount(selection, name));
              }}
              brokerChoices={brokerChoices}
              onChooseBroker={(names, brokerId) => {
                setBrokerChoices({ ...brokerChoices, ...Object.fromEntries(names.map((name) => [name, brokerId])) });
              }}
              reading={flow.reading}
              onRead={flow.readAgain}
              disabled={flow.busy !== null}
            />
          </>
        )}
        <PreviewNotices preview={preview} />
        {transactions !== null && source.effect !== undefined && (
          <LiveEffect
            request={effectRequest}
            revision={transactions.revision}
            read={source.effect}
            balance={transactions.balance}
            totals={transactions.totals}
          />
        )}
        <Checkbox
          label={`Include duplicate ${entity.plural} (${duplicateCount})`}
          checked={selection.includeDuplicates}
          disabled={importing || duplicateCount === 0}
          onCheckedChange={(include) => {
            setSelection(setIncludeDuplicates(selection, preview, include));
          }}
        />
        <Tabs
          label="Rows shown"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'all', label: `All (${totalRows})` },
            { value: 'valid', label: `Valid (${validCount})` },
            { value: 'duplicate', label: `Duplicates (${duplicateCount})` },
            ...(counts.question > 0 ? ([{ value: 'question', label: `Questions (${counts.question})` }] as const) : []),
            ...(counts.cancelled > 0
              ? ([{ value: 'cancelled', label: `Cancelled (${counts.cancelled})` }] as const)
              : []),
            { value: 'error', label: `Errors (${errorCount})` },
          ]}
        >
          <PreviewTable
            entity={entity}
            preview={preview}
            status={tab}
            count={counts[tab]}
            readRows={source.rows}
            selected={selection.rows}
            blocked={blocked}
            disabled={importing}
            onToggle={toggle}
            onCorrect={source.correct === undefined || entity.cells === undefined ? undefined : correctRow}
          />
        </Tabs>
      </div>
    </Dialog>
  );
}

function Tile({
  label,
  count,
  className,
}: {
  readonly label: string;
  readonly count: number;
  readonly className?: string | undefined;
}) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd className={count > 0 ? className : undefined}>{formatCount(count)}</dd>
    </div>
  );
}
