import { fieldsOf } from '../../data/entities/entity-fields.ts';
import { entityNoun, usesInWords, type Use } from '../../data/entities/entity-words.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { DuplicatePair } from '../../data/questions/asked-pairs.ts';
import {
  keepBoth,
  keepSecondCash,
  type PossibleDuplicate,
  type PossibleDuplicates as Duplicates,
  type RemovedDuplicates,
  removeOne,
  removeOneOfEach,
  undoRemoved,
} from '../../data/questions/duplicates.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import type { Written } from '../../data/database/write.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { showToast } from '../../ui/messages/toast.tsx';
import { DASHBOARD_AUTO_HIDE, useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { fieldName, FieldValue } from './field-value.tsx';
import { type EntryContext, wordsOf } from './record-words.ts';
import styles from './sync.module.css';
import { tellFault } from './tell-fault.ts';

async function remove(
  pair: PossibleDuplicate,
  removing: (db: HoldfastDatabase, pair: PossibleDuplicate) => Promise<Written<RemovedDuplicates>> = removeOne,
): Promise<void> {
  const db = currentDatabase();
  const written = await removing(db, pair);
  if (!written.ok) {
    const { fault } = written;
    if (fault.code === 'inUse')
      showToast({
        title: `Both are in use, one of them by ${usesInWords(fault.uses)}. Move or delete those first.`,
        tone: 'error',
      });
    else tellFault(written);
    return;
  }
  offerUndo(`1 ${entityNoun(pair.entity)}`, async () => (await undoRemoved(db, written.value)).ok);
}

/** Removes one of each; `noun` is what each of them is, such as 'record'. */
async function removeEach(pairs: readonly DuplicatePair[], noun: string): Promise<void> {
  const db = currentDatabase();
  const written = await removeOneOfEach(db, pairs);
  if (!written.ok) return tellFault(written);
  const { count, pairs: done } = written.value;
  const inUse = pairs.length - done.length;
  if (inUse > 0)
    showToast({
      title: `${formatCount(inUse)} ${inUse === 1 ? 'pair stays' : 'pairs stay'}, since other records use both.`,
      tone: 'error',
    });
  if (count > 0)
    offerUndo(
      `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`,
      async () => (await undoRemoved(db, written.value)).ok,
    );
}

/** The fields that say something, the id aside. */
function shownFields({ entity, own, other }: PossibleDuplicate): readonly string[] {
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
  return fieldsOf(entity)
    .map(String)
    .filter((field) => field !== 'id' && [own, other].some((record) => isSaid(Reflect.get(record, field))));
}

export interface PossibleDuplicatesProps {
  readonly duplicates: Duplicates;
  readonly context: EntryContext;
}

/** Records that may be there twice, with what can be done about each pair. */
export function PossibleDuplicates({ duplicates: { pairs, resent, imported }, context }: PossibleDuplicatesProps) {
  return (
    <section className={styles.part} aria-label="Possible duplicates">
      <h2>Possible duplicates</h2>
      {resent.length > 0 && (
        <Resent
          resent={resent}
          isAllShown={pairs.filter(({ reason }) => reason.kind === 'resent').length === resent.length}
        />
      )}
      {pairs.some(({ reason }) => reason.kind === 'cash') && (
        <p className={styles.muted}>
          A cash balance was added here and on another device for the same account, broker and tax wrapper, so the cash
          counts twice. Keep the right one, or both if they are separate.
        </p>
      )}
      {imported.length > 0 && (
        <ImportedTwice
          imported={imported}
          isAllShown={pairs.filter(({ reason }) => reason.kind === 'imported').length === imported.length}
        />
      )}
      {pairs.map((pair) => (
        <Pair key={`${pair.own.id} ${pair.other.id}`} pair={pair} context={context} />
      ))}
    </section>
  );
}

/** Records that were sent once more, all of them at once. */
function Resent({ resent, isAllShown }: { readonly resent: readonly DuplicatePair[]; readonly isAllShown: boolean }) {
  return (
    <>
      <p className={styles.muted}>
        These may have been saved twice, because they were sent again without a reply. Keep both if they are separate.
        {isAllShown ? '' : ' Only the first ones are shown.'}
      </p>
      {resent.length > 1 && <AllAtOnce pairs={resent} noun="record" />}
    </>
  );
}

function AllAtOnce({ pairs, noun }: { readonly pairs: readonly DuplicatePair[]; readonly noun: string }) {
  const count = formatCount(pairs.length);
  return (
    <div className={styles.choices}>
      <Button
        onClick={() => void keepBoth(currentDatabase(), pairs).then(tellFault)}
      >{`Keep all ${count} pairs`}</Button>
      <Button onClick={() => void removeEach(pairs, noun)}>{`Remove one of each of the ${count} pairs`}</Button>
    </div>
  );
}

/** Rows that were imported here while another device imported the same, all of them at once. */
function ImportedTwice({
  imported,
  isAllShown,
}: {
  readonly imported: readonly DuplicatePair[];
  readonly isAllShown: boolean;
}) {
  const count = formatCount(imported.length);
  return (
    <>
      <p className={styles.muted}>
        {imported.length === 1
          ? 'A row of an import on this device equals one'
          : `${count} rows of imports on this device equal rows`}{' '}
        that another device had added before, so
        {imported.length === 1 ? ' it counts' : ' they count'} twice. Keep both if they are separate.
        {isAllShown ? '' : ' Only the first ones are shown.'}
      </p>
      {imported.length > 1 && <AllAtOnce pairs={imported} noun="transaction" />}
    </>
  );
}

function Pair({ pair, context }: { readonly pair: PossibleDuplicate; readonly context: EntryContext }) {
  const words = wordsOf(pair.entity, pair.own, context);
  const title = `Possible duplicate: ${words}`;
  return (
    <section className={styles.conflict} aria-label={title}>
      <h3>{title}</h3>
      <table className={styles.pair}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">First</th>
            <th scope="col">Second</th>
          </tr>
        </thead>
        <tbody>
          {shownFields(pair).map((field) => (
            <tr key={field}>
              <th scope="row">{fieldName(field, pair.own)}</th>
              <td>
                <FieldValue field={field} record={pair.own} context={context} />
              </td>
              <td>
                <FieldValue field={field} record={pair.other} context={context} />
              </td>
            </tr>
          ))}
          {pair.ownUses.length + pair.otherUses.length > 0 && (
            <tr>
              <th scope="row">Used by</th>
              <td>
                <Uses uses={pair.ownUses} />
              </td>
              <td>
                <Uses uses={pair.otherUses} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <div className={styles.choices}>
        <Button
          aria-label={`Keep both: ${words}`}
          onClick={() => void keepBoth(currentDatabase(), [pair]).then(tellFault)}
        >
          Keep both
        </Button>
        {pair.reason.kind === 'cash' ? (
          <KeepOneBalance pair={pair} words={words} />
        ) : (
          <Button aria-label={`Remove one: ${words}`} onClick={() => void remove(pair)}>
            Remove one
          </Button>
        )}
      </div>
    </section>
  );
}

/** The correct one of two balances can only be chosen while amounts are shown. */
function KeepOneBalance({ pair, words }: { readonly pair: PossibleDuplicate; readonly words: string }) {
  if (useValuesHidden()) return <ValuesTextButton autoHideMs={DASHBOARD_AUTO_HIDE} hasMenu={false} />;
  return (
    <>
      <Button aria-label={`Keep the first: ${words}`} onClick={() => void remove(pair)}>
        Keep the first
      </Button>
      <Button aria-label={`Keep the second: ${words}`} onClick={() => void remove(pair, keepSecondCash)}>
        Keep the second
      </Button>
    </>
  );
}

function Uses({ uses }: { readonly uses: readonly Use[] }) {
  return uses.length === 0 ? 'Nothing' : usesInWords(uses);
}
