import { useState } from 'react';
import { resolveConflict, type ConflictChoice } from '../../data/questions/attention.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import type { AnyRecord } from '../../data/entities/entities.ts';
import type { SyncWrite } from '../../sync/ask/ask-write.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { DASHBOARD_AUTO_HIDE, useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import {
  allFrom,
  type Choices,
  chosenRecord,
  type Difference,
  differencesOf,
  faultOf,
  firstChoices,
  type Side,
} from './conflict-fields.ts';
import { entryTitle, reasonWords } from './entry-words.ts';
import type { EntryContext } from './record-words.ts';
import { ChangedFields } from './changed-fields.tsx';
import { fieldName, FieldValue, isMasked } from './field-value.tsx';
import styles from './sync.module.css';
import { tellFault } from './tell-fault.ts';
import { useTheirWrite } from './use-their-write.ts';

async function settle(entry: RecordEntry, choice: ConflictChoice): Promise<void> {
  tellFault(await resolveConflict(currentDatabase(), entry.seq, choice));
}

export interface ConflictPanelProps {
  readonly entry: RecordEntry;
  readonly context: EntryContext;
}

/** An extra has one field, which its line below names. */
function questionWords({ entity, error }: RecordEntry): string | null {
  return reasonWords(error !== null && entity === 'extra' ? { ...error, message: '', fields: [] } : error);
}

/** A record that was changed here and elsewhere: both versions side by side, and the user's choice between them. */
export function ConflictPanel({ entry, context }: ConflictPanelProps) {
  const mine = entry.payload?.record ?? null;
  const theirs = entry.theirs?.record ?? null;
  const theirWrite = useTheirWrite(isRestored(entry) ? null : (entry.theirs?.version ?? null));
  return (
    <section className={styles.conflict} aria-label={entryTitle(entry, context)}>
      <h3>{entryTitle(entry, context)}</h3>
      <p className={styles.muted}>{questionWords(entry)}</p>
      <p className={styles.muted}>{versionsText(entry, theirWrite)}</p>
      {mine !== null && theirs !== null ? (
        <FieldChoice key={entry.key} entry={entry} mine={mine} theirs={theirs} context={context} />
      ) : (
        <WholeChoice entry={entry} context={context} isDelete={mine === null} />
      )}
    </section>
  );
}

/** The origin of each version, as far as the server reports it: a plain server does not. */
function versionsText(entry: RecordEntry, theirWrite: SyncWrite | null): string {
  const deed = (version: object | null | undefined) => (version === null ? 'was deleted' : 'was changed');
  const mine = deed(entry.payload);
  return `Mine ${mine} on this device on ${formatInstant(entry.queuedAt)}; ${otherText()}.`;

  function otherText(): string {
    if (isRestored(entry)) return "the server's is from the restored backup";
    if (theirWrite === null)
      return (entry.theirs?.record ?? null) === null
        ? 'your server no longer has the record'
        : "theirs is your server's present version";
    const device = theirWrite.device === null ? '' : ` in ${theirWrite.device}`;
    return `theirs ${deed(entry.theirs?.record)}${device} on ${formatInstant(theirWrite.at)}`;
  }
}

/** After a restore nobody has written the server's version. */
function isRestored({ error }: RecordEntry): boolean {
  return error?.code === 'restoredFromBackup';
}

/** One side has deleted the record. The changes of the other are shown. */
function WholeChoice({ entry, context, isDelete }: ConflictPanelProps & { readonly isDelete: boolean }) {
  const before = entry.base?.record ?? null;
  const after = (isDelete ? entry.theirs : entry.payload)?.record ?? null;
  return (
    <>
      {after !== null && (
        <ChangedFields
          entity={entry.entity}
          before={before}
          after={after}
          header={isDelete ? (isRestored(entry) ? 'Server' : 'Theirs') : 'Mine'}
          context={context}
        />
      )}
      <div className={styles.choices}>
        <Button variant={isDelete ? 'danger' : 'primary'} onClick={() => void settle(entry, 'mine')}>
          {isDelete ? 'Delete anyway' : 'Recreate with my version'}
        </Button>
        <Button onClick={() => void settle(entry, 'theirs')}>
          {isDelete ? (isRestored(entry) ? "Keep the server's version" : 'Keep their version') : 'Accept the deletion'}
        </Button>
      </div>
    </>
  );
}

interface FieldChoiceProps extends ConflictPanelProps {
  readonly mine: NonNullable<RecordEntry['payload']>['record'];
  readonly theirs: NonNullable<RecordEntry['payload']>['record'];
}

function FieldChoice({ entry, mine, theirs, context }: FieldChoiceProps) {
  const differences = differencesOf(entry.entity, entry.base?.record ?? null, mine, theirs);
  const [choices, setChoices] = useState<Choices>(() => firstChoices(differences));
  const open = differences.filter(({ field }) => choices[field] === undefined).length;
  const theirsWord = isRestored(entry) ? 'Server' : 'Theirs';
  const record = chosenRecord(mine, theirs, differences, choices);
  const fault = open === 0 ? faultOf(entry.entity, record) : null;
  const isAboutAmounts = differences.some(
    (difference) => isMasked(difference.field, difference.mine) || isMasked(difference.field, difference.theirs),
  );
  if (useValuesHidden() && isAboutAmounts)
    return (
      <Banner tone="info" actions={<ValuesTextButton autoHideMs={DASHBOARD_AUTO_HIDE} hasMenu={false} />}>
        The two versions differ in amounts, which are hidden. Show them to choose between them.
      </Banner>
    );
  return (
    <>
      <div className={styles.fields}>
        <div className={styles.fieldsHead} aria-hidden="true">
          <span>Field</span>
          <span>Mine</span>
          <span>{theirsWord}</span>
        </div>
        {differences.map((difference) => (
          <FieldRow
            key={difference.field}
            name={`conflict-${entry.seq}-${difference.field}`}
            difference={difference}
            chosen={choices[difference.field]}
            onChoose={(side) => setChoices({ ...choices, [difference.field]: side })}
            records={{ mine, theirs }}
            theirsWord={theirsWord}
            context={context}
          />
        ))}
      </div>
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <div className={styles.choices}>
        <Button onClick={() => setChoices(allFrom(differences, 'mine'))}>All mine</Button>
        <Button onClick={() => setChoices(allFrom(differences, 'theirs'))}>
          {isRestored(entry) ? 'All from the server' : 'All theirs'}
        </Button>
        <Button variant="primary" disabled={open > 0 || fault !== null} onClick={() => void settle(entry, { record })}>
          Save choice
        </Button>
        {open > 0 && (
          <span className={styles.muted}>{open === 1 ? '1 field is still open' : `${open} fields are still open`}</span>
        )}
      </div>
    </>
  );
}

interface FieldRowProps {
  readonly name: string;
  readonly difference: Difference;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
  readonly records: Readonly<Record<Side, AnyRecord>>;
  readonly theirsWord: string;
  readonly context: EntryContext;
}

function FieldRow({ name, difference, chosen, onChoose, records, theirsWord, context }: FieldRowProps) {
  const label = fieldName(difference.field, records.mine);
  const side = (which: Side, word: string) => (
    <label className={classNames(styles.side, chosen === which && styles.chosen)}>
      <input type="radio" name={name} checked={chosen === which} onChange={() => onChoose(which)} />
      <span className={styles.sideWord}>{word}: </span>
      <FieldValue field={difference.field} record={records[which]} context={context} />
    </label>
  );
  return (
    <fieldset className={styles.fieldRow}>
      <legend className={styles.fieldName}>{label}</legend>
      {side('mine', 'Mine')}
      {side('theirs', theirsWord)}
    </fieldset>
  );
}
