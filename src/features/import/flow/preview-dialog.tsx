import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import { useAskBeforeUnload } from '../../../ui/hooks/use-ask-before-unload.ts';
import { formatCount } from '../../../ui/texts/format.ts';
import { titleCase } from '../../../ui/texts/list-texts.ts';
import type { ImportPreview } from '../../../../workers/api/worker-api.ts';
import { type ImportEntity, type ImportSource, nameFor, type PreviewItem } from '../entity/import-entity.ts';
import { LiveEffect } from '../preview/effect-panel.tsx';
import { ImportQuestions } from '../preview/import-questions.tsx';
import { ProgressLine } from './progress-line.tsx';
import styles from './preview-dialog.module.css';
import { PreviewNotices } from '../preview/preview-notices.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { clearSelection, selectAllValid, setIncludeDuplicates, toggleAccount } from '../preview/preview-selection.ts';
import { PreviewSetup } from '../preview/preview-setup.tsx';
import { ReportView } from './report-view.tsx';
import type { ImportFlowState } from './use-import.ts';
import { type PreviewChoice, usePreviewChoice } from '../preview/use-preview-choice.ts';

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

/** Shows what a file would add and lets the user choose (000 §2.11). Closing it discards tab and choice. */
export function PreviewDialog<Row extends PreviewItem>(props: PreviewDialogProps<Row>) {
  const { entity, preview, source, brokers, flow } = props;
  const choice = usePreviewChoice(preview);
  const { selection, select } = choice;
  const importing = flow.busy === 'import';
  // Back leads out of a page by habit, unlike Cancel: it asks before it throws answers away.
  const hasAnswers = choice.isChanged || Object.keys(flow.reading).length > 0;
  const [asksToClose, setAsksToClose] = useState(false);
  useAskBeforeUnload(hasAnswers);
  const { duplicateCount } = preview.summary;
  const transactions = preview.kind === 'transactions' ? preview : null;
  return (
    <Dialog
      open
      onClose={flow.cancel}
      onBack={hasAnswers ? () => setAsksToClose(true) : undefined}
      busy={importing}
      size="large"
      title={`${titleCase(entity.singular)} Import Preview`}
      description={`${preview.fileName} · read as ${transactions?.profileName ?? 'CSV'}`}
      footer={<Footer {...props} choice={choice} importing={importing} />}
    >
      <div className={styles.content}>
        <Tiles {...preview.summary} />
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
                select((before) => toggleAccount(before, name));
              }}
              brokerChoices={choice.brokerChoices}
              onChooseBroker={choice.chooseBroker}
              reading={flow.reading}
              onRead={flow.readAgain}
              disabled={flow.busy !== null}
            />
          </>
        )}
        <PreviewNotices preview={preview} />
        {transactions !== null && source.effect !== undefined && (
          <LiveEffect
            request={choice.request}
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
            select((before) => setIncludeDuplicates(before, preview, include));
          }}
        />
        <PreviewRows
          entity={entity}
          preview={preview}
          source={source}
          choice={choice}
          correct={flow.correct}
          disabled={importing}
        />
      </div>
      <ConfirmDialog
        open={asksToClose}
        data={{
          title: 'Close the preview?',
          message: 'Your answers and choices for this file will be lost.',
          itemName: preview.fileName,
        }}
        variant="danger"
        confirmLabel="Close the preview"
        onConfirm={flow.cancel}
        onCancel={() => setAsksToClose(false)}
      />
    </Dialog>
  );
}

interface FooterProps<Row extends PreviewItem> extends Pick<PreviewDialogProps<Row>, 'entity' | 'preview' | 'flow'> {
  readonly choice: PreviewChoice;
  readonly importing: boolean;
}

/** How many rows are chosen, and the buttons for all of them. */
function Footer<Row extends PreviewItem>({ entity, preview, flow, choice, importing }: FooterProps<Row>) {
  const { selection, select, count } = choice;
  return (
    <>
      <span className={styles.selected} role="status">
        Selected: {count} {nameFor(count, entity)}
      </span>
      <Button
        size="small"
        disabled={importing || preview.summary.validCount === 0}
        onClick={() => {
          select((before) => selectAllValid(before, preview));
        }}
      >
        Select All Valid
      </Button>
      <Button
        size="small"
        disabled={importing || selection.rows.size === 0}
        onClick={() => {
          select(clearSelection);
        }}
      >
        Clear Selection
      </Button>
      <span className={styles.gap} />
      <Button onClick={flow.cancel}>Cancel</Button>
      <Button
        variant="primary"
        loading={importing}
        disabled={count === 0 || choice.isBrokerMissing}
        onClick={() => {
          flow.commit(choice.request);
        }}
      >
        {importing ? 'Importing...' : `Import ${count} Selected`}
      </Button>
    </>
  );
}

function Tiles({ totalRows, validCount, duplicateCount, errorCount }: ImportPreview['summary']) {
  return (
    <dl className={styles.tiles}>
      <Tile label="Total Rows" count={totalRows} />
      <Tile label="Valid" count={validCount} className={styles.valid} />
      <Tile label="Duplicates" count={duplicateCount} className={styles.duplicates} />
      <Tile label="Errors" count={errorCount} className={styles.errors} />
    </dl>
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
