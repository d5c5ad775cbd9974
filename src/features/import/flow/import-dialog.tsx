import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import { DropWords, FileZone } from '../../../ui/controls/file-zone.tsx';
import { titleCase } from '../../../ui/texts/list-texts.ts';
import { IMPORT_ACCEPT } from '../files/check-file.ts';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { ColumnChooser } from '../preview/column-chooser.tsx';
import styles from './import-dialog.module.css';
import { type ImportEntity } from '../entity/import-entity.ts';
import { ProgressLine } from './progress-line.tsx';
import { ReportView } from './report-view.tsx';
import type { ImportFlowState } from './use-import.ts';

export interface ImportDialogProps {
  readonly entity: Pick<ImportEntity<never>, 'plural'>;
  readonly flow: ImportFlowState;
  /** Further questions beside the file, for example defaults for rows that name no account. */
  readonly children?: ReactNode;
}

/** Chooses the file to import (000 §2.10) and says what is wrong with it without leaving the page. */
export function ImportDialog({ entity, flow, children }: ImportDialogProps) {
  const { file, busy, report, step } = flow;
  const footer = (
    <>
      <Button onClick={flow.cancel}>Cancel</Button>
      <Button disabled={file === null || busy === 'preview'} loading={busy === 'import'} onClick={flow.quickImport}>
        {busy === 'import' ? 'Importing...' : 'Quick Import'}
      </Button>
      <Button
        variant="primary"
        disabled={file === null || busy === 'import'}
        loading={busy === 'preview'}
        onClick={flow.startPreview}
      >
        {busy === 'preview' ? 'Loading Preview...' : 'Preview Import'}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      sheet
      onClose={flow.cancel}
      busy={busy === 'import'}
      title={`Import ${titleCase(entity.plural)}`}
      footer={footer}
    >
      <div className={styles.content}>
        <ImportFile file={file} disabled={busy !== null} onFile={flow.chooseFile} />
        {children}
        {flow.unnamedColumns !== null && (
          <ColumnChooser
            columns={flow.unnamedColumns}
            disabled={busy !== null}
            onChoose={(columns) => {
              flow.readAgain({ columns });
            }}
          />
        )}
        {step !== null && <ProgressLine step={step} label={busy === 'preview' ? 'Reading rows' : 'Importing rows'} />}
        {report !== null && (
          <div key={report.message} ref={scrollIntoView}>
            <ReportView report={report} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** On a phone the report begins below what the dialog shows. */
function scrollIntoView(element: HTMLElement | null): void {
  // An emulated page cannot scroll.
  element?.scrollIntoView?.({ block: 'nearest' });
}

/** Rows copied from a spreadsheet or a broker's page, read as a file. */
function PasteBox({ disabled, onFile }: Pick<ImportFileProps, 'disabled' | 'onFile'>) {
  const [text, setText] = useState('');
  return (
    <details className={styles.paste}>
      <summary>Paste rows instead</summary>
      <TextAreaField
        label="Rows with their header"
        hint="Copy rows from a spreadsheet or web page, with the line of column names."
        rows={5}
        width="full"
        value={text}
        disabled={disabled}
        onChange={(event) => {
          setText(event.target.value);
          onFile(
            event.target.value.trim() === ''
              ? null
              : new File([event.target.value], 'Pasted rows.csv', { type: 'text/csv' }),
          );
        }}
      />
    </details>
  );
}

interface ImportFileProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly onFile: (file: File | null) => void;
}

function ImportFile({ file, disabled, onFile }: ImportFileProps) {
  const help = useId();
  return (
    <div>
      <FileZone
        label="Select CSV/TSV File"
        note={<span role="status">{file === null ? <DropWords /> : `Selected: ${file.name}`}</span>}
        accept={IMPORT_ACCEPT}
        describedBy={help}
        disabled={disabled}
        onFile={onFile}
      />
      <PasteBox disabled={disabled} onFile={onFile} />
      <p id={help} className={styles.help}>
        Supports multiple formats: CSV (comma), TSV (tab), semicolon, or pipe separated files. Separators are
        automatically detected to handle monetary values properly.
      </p>
    </div>
  );
}
