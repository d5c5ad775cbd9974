import { Link } from 'react-router-dom';
import { currentDatabase } from '../../../data/database/database.ts';
import { importsElsewhere, type ImportNote } from '../../../data/imports/import-memory.ts';
import { listImports } from '../../../data/imports/imports.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { type ConfirmData, ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { dateInSentence, formatInstant } from '../../../ui/texts/date-text.ts';
import { DeviceOnly } from '../../../ui/messages/device-only.tsx';
import { LazyDetails } from '../../../ui/layout/lazy-details.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import type { UndoneImport } from '../../../../workers/api/worker-api.ts';
import { EffectPanel } from '../preview/effect-panel.tsx';
import styles from './import-history.module.css';
import { type AskedUndo, type ImportUndo, useImportUndo } from './use-import-undo.ts';
import { transactionPath } from '../../../ui/texts/transaction-path.ts';

function transactions(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

const readImports = async () => {
  const db = currentDatabase();
  const [here, elsewhere] = await Promise.all([listImports(db), importsElsewhere(db)]);
  return { here, elsewhere };
};

function facts({ createdAt, rowCount, takenBackCount, profileName }: ImportNote): string {
  const removed = takenBackCount === undefined ? undefined : `${transactions(takenBackCount)} reversed`;
  return [formatInstant(createdAt), transactions(rowCount), removed, profileName]
    .filter((fact) => fact !== undefined)
    .join(' · ');
}

function undoneText({ undone }: ImportNote): string {
  if (undone === undefined) return '';
  return `Undone ${formatInstant(undone.at)}${undone.kept > 0 ? `, ${formatCount(undone.kept)} kept` : ''}`;
}

function undoMessage({ removed, restored }: UndoneImport): string {
  if (removed + restored === 0) return 'None of its transactions are left as they were imported.';
  return [
    removed > 0 && `${transactions(removed)} of this import will be removed.`,
    restored > 0 && `${transactions(restored)} that it reversed will be restored.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

const NONE = { here: [], elsewhere: [] } as const;

/**
 * Earlier imports, those of other devices at the end: which file, when, how many rows, read as what; each can be
 * undone.
 */
export function ImportHistory() {
  const { data: { here, elsewhere } = NONE } = useStored(readImports, []);
  const undo = useImportUndo();
  const count = here.length + elsewhere.length;
  if (count === 0) return null;

  return (
    <details>
      <summary>Earlier imports ({formatCount(count)})</summary>
      <DeviceOnly what="extras" />
      {undo.failure !== null && <Banner tone="error">{undo.failure}</Banner>}
      {undo.done !== null && <Undone result={undo.done} />}
      <ul className={styles.list}>
        {here.map((record) => (
          <li key={record.id} className={styles.entry}>
            <span className={styles.file}>{record.fileName}</span>
            <span className={styles.facts}>{facts(record)}</span>
            <Proof of={record} />
            {record.undone === undefined ? (
              <Button
                size="small"
                aria-label={`Undo this import: ${record.fileName}`}
                onClick={() => {
                  undo.ask(record);
                }}
              >
                Undo this import
              </Button>
            ) : (
              <span className={styles.facts}>{undoneText(record)}</span>
            )}
          </li>
        ))}
        {elsewhere.map((note) => (
          <li key={note.id} className={styles.entry}>
            <span className={styles.file}>{note.fileName}</span>
            <span className={styles.facts}>{facts(note)}</span>
            <Proof of={note} />
            <span className={styles.facts}>{note.undone === undefined ? 'On another device' : undoneText(note)}</span>
          </li>
        ))}
      </ul>
      <UndoDialog undo={undo} />
    </details>
  );
}

function UndoDialog({ undo: { asked, busy, cancel, confirm } }: { readonly undo: ImportUndo }) {
  return (
    <ConfirmDialog
      open={asked !== null}
      busy={busy}
      data={asked && questionOf(asked)}
      confirmLabel="Undo this import"
      busyLabel="Undoing..."
      onConfirm={confirm}
      onCancel={cancel}
    />
  );
}

function questionOf({ record, effect }: AskedUndo): ConfirmData | null {
  if (effect === null) return null;
  return {
    title: 'Undo this import',
    message: undoMessage(effect),
    itemName: record.fileName,
    canDelete: effect.removed + effect.restored > 0,
    ...(effect.kept > 0 && { warningMessage: `${transactions(effect.kept)} changed since the import will stay.` }),
  };
}

/** What the import changed when it was written. */
function Proof({ of: { fileName, proof } }: { readonly of: ImportNote }) {
  if (proof === undefined) return null;
  return (
    <LazyDetails className={styles.proof} summary="What this import did" label={`What this import did: ${fileName}`}>
      <EffectPanel effect={proof.effect} balance={proof.balance} totals={proof.totals} />
    </LazyDetails>
  );
}

function Undone({ result }: { readonly result: UndoneImport }) {
  return (
    <Banner tone="info">
      <p>{transactions(result.removed)} removed.</p>
      {result.restored > 0 && <p>{transactions(result.restored)} restored.</p>}
      {result.kept > 0 && (
        <>
          <p>
            {transactions(result.kept)} changed since the import {result.kept === 1 ? 'stays' : 'stay'}:
          </p>
          <ul>
            {result.keptRows.map((row) => (
              <li key={row.id}>
                <Link
                  to={transactionPath(row.id)}
                >{`${dateInSentence(row.transactionDate)} ${row.typeLabel} ${row.assetName}`}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
