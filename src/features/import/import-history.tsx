import { useState } from 'react';
import { Link } from 'react-router-dom';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { importsElsewhere, type ImportNote } from '../../data/imports/import-memory.ts';
import type { ImportRecord } from '../../data/database/import-record.ts';
import { listImports } from '../../data/imports/imports.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { formatDate, formatInstant } from '../../ui/texts/date-text.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { LazyDetails } from '../../ui/layout/lazy-details.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import type { UndoneImport } from '../../../workers/worker-api.ts';
import { EffectPanel } from './effect-panel.tsx';
import styles from './import-history.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

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

interface Asked {
  readonly record: ImportRecord;
  /** null while it is worked out. */
  readonly effect: UndoneImport | null;
}

/**
 * Earlier imports, those of other devices at the end: which file, when, how many rows, read as what; each can be
 * undone.
 */
export function ImportHistory() {
  const { data: { here, elsewhere } = NONE } = useStored(readImports, []);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<UndoneImport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const count = here.length + elsewhere.length;
  if (count === 0) return null;

  const ask = (record: ImportRecord) => {
    setFailure(null);
    setDone(null);
    setAsked({ record, effect: null });
    compute()
      .previewUndo(record.id)
      .then(
        (effect) => {
          setAsked((now) => (now?.record.id === record.id ? { record, effect } : now));
        },
        () => {
          setAsked(null);
          setFailure('The import could not be read. Please try again.');
        },
      );
  };
  const undo = ({ record }: Asked) => {
    setBusy(true);
    compute()
      .undoImport(record.id)
      .then(
        (answer) => {
          if (answer.ok) setDone(answer);
          else setFailure(answer.message);
        },
        () => {
          setFailure('The import could not be undone. Please try again.');
        },
      )
      .finally(() => {
        setBusy(false);
        setAsked(null);
      });
  };

  return (
    <details className={styles.history}>
      <summary>Earlier imports ({formatCount(count)})</summary>
      <DeviceOnly what="extras" />
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      {done !== null && <Undone result={done} />}
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
                  ask(record);
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
      <ConfirmDialog
        open={asked !== null}
        busy={busy}
        data={
          asked === null || asked.effect === null
            ? null
            : {
                title: 'Undo this import',
                message: undoMessage(asked.effect),
                itemName: asked.record.fileName,
                canDelete: asked.effect.removed + asked.effect.restored > 0,
                ...(asked.effect.kept > 0 && {
                  warningMessage: `${transactions(asked.effect.kept)} changed since the import will stay.`,
                }),
              }
        }
        confirmLabel="Undo this import"
        busyLabel="Undoing..."
        onConfirm={() => {
          if (asked !== null) undo(asked);
        }}
        onCancel={() => {
          setAsked(null);
        }}
      />
    </details>
  );
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
                >{`${formatDate(row.transactionDate)} ${row.typeLabel} ${row.assetName}`}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
