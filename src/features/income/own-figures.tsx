import { useState } from 'react';
import { conflictsWithOwn, EXCESS_INCOME_HEADER, readExcessIncome } from '../../../domain/facts/excess-income.ts';
import type { FactFault } from '../../../domain/facts/fact-rows.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { addOwnExcess, listOwnExcess } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { DropWords, FileZone } from '../../ui/controls/file-zone.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import styles from './income.module.css';

const FAILED = 'The file could not be read. Nothing was added. Please try again.';
/** More than a person's funds can have; a larger file is something else. */
const MAX_BYTES = 1_000_000;
const SHOWN_FAULTS = 5;

type Answer = { readonly faults: readonly FactFault[] } | { readonly failure: string } | null;

/** Reads a file of figures, all or nothing. */
async function addFile(file: File): Promise<Answer> {
  if (file.size > MAX_BYTES) return { failure: 'The file is larger than 1 MB. Nothing was added.' };
  const { default: csv } = await import('papaparse');
  const { data } = csv.parse<string[]>(await file.text());
  const read = readExcessIncome(data);
  if (!read.ok) return { faults: read.faults };
  const db = currentDatabase();
  const conflicts = conflictsWithOwn(read.rows, await listOwnExcess(db));
  if (conflicts.length > 0) return { faults: conflicts };
  const added = await addOwnExcess(db, read.rows);
  if (!added.ok) return { failure: notWrittenText(added, FAILED) };
  showToast({ title: `${added.value} figure${added.value === 1 ? '' : 's'} added.` });
  return null;
}

/** A user's own figures of funds: from their reports, in the columns of the shipped ones, which they override. */
export function OwnFigures() {
  const [answer, setAnswer] = useState<Answer>(null);
  const take = async (file: File | null) => {
    if (file !== null) setAnswer(await addFile(file).catch(tellFaultAnd({ failure: FAILED })));
  };
  return (
    <details className={styles.assumptions}>
      <summary>Add figures from a fund's report</summary>
      <p className={styles.muted}>
        A CSV file with the columns {EXCESS_INCOME_HEADER.join(', ')}: for example
        IE00B3XXRP09,2025-06-30,USD,0.1234,Vanguard report. Your figures are used in place of the supplied ones.
      </p>
      <FileZone
        label="Choose a file of figures"
        note={<DropWords />}
        accept=".csv,text/csv"
        onFile={(file) => void take(file)}
      />
      <DeviceOnly what="extras" />
      {answer !== null && 'failure' in answer && <Banner tone="error">{answer.failure}</Banner>}
      {answer !== null && 'faults' in answer && <Faults faults={answer.faults} />}
    </details>
  );
}

function Faults({ faults }: { readonly faults: readonly FactFault[] }) {
  const more = faults.length - SHOWN_FAULTS;
  return (
    <Banner tone="error" title="Nothing was added.">
      <ul>
        {faults.slice(0, SHOWN_FAULTS).map(({ line, field, value, expected }) => (
          <li key={`${line} ${field}`}>
            Line {line}: {field} "{value}" is not valid. Expected {expected}.
          </li>
        ))}
        {more > 0 && <li>{more} more lines are not valid.</li>}
      </ul>
    </Banner>
  );
}
