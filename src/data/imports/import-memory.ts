/**
 * What the user answered about earlier files, for the next of their kind: by header, what each column holds; by
 * broker, answers about securities and tax wrappers; and the imports themselves, for the user's other devices.
 */
import type { ImportRecord } from '../database/import-record.ts';
import {
  ANSWERS_EXTRA,
  answerExtraKey,
  answerExtraValue,
  readRememberedAnswer,
  type RememberedAnswer,
} from '../../../domain/csv/questions/remembered-answers.ts';
import type { ExtraValue } from '../../../domain/records/extra.ts';
import type { ExtraRecord } from '../entities/entities.ts';
import { getExtra, listExtras, putExtra, removeExtra, saveExtra } from '../records/extras.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** A key of an extra: letters, digits and dashes. `key` is a short digest of what it stands for. */
const columnsKey = (key: string): string => `columns-${key}`;

/** What each column holds in a file with this header, as the user said; null when nothing was said. */
export async function rememberedColumns(
  db: HoldfastDatabase,
  key: string,
  header: string,
): Promise<readonly unknown[] | null> {
  const value = await getExtra(db, 'column-mapping', columnsKey(key));
  return value !== null && value['header'] === header && Array.isArray(value['columns']) ? value['columns'] : null;
}

/** Remembers what each column holds; null forgets it. */
export async function rememberColumns(
  db: HoldfastDatabase,
  key: string,
  header: string,
  columns: readonly (string | null)[] | null,
): Promise<void> {
  if (columns === null) await removeExtra(db, 'column-mapping', columnsKey(key));
  else await saveExtra(db, 'column-mapping', columnsKey(key), { header, columns });
}

/** What was answered for files before, whatever their origin. */
export async function answerExtras(db: HoldfastDatabase): Promise<readonly ExtraRecord[]> {
  return await listExtras(db, ANSWERS_EXTRA);
}

/** Remembers an answer for the next file of its origin. */
export async function rememberAnswer(db: HoldfastDatabase, answer: Omit<RememberedAnswer, 'id'>): Promise<void> {
  await saveExtra(db, ANSWERS_EXTRA, answerExtraKey(answer.origin, answer.question), answerExtraValue(answer));
}

/** True where a question of an origin was answered in two ways, so that it is asked each time. */
export async function isAskedEachTime(
  db: HoldfastDatabase,
  origin: RememberedAnswer['origin'],
  question: string,
): Promise<boolean> {
  const key = answerExtraKey(origin, question);
  const value = await getExtra(db, ANSWERS_EXTRA, key);
  return value !== null && readRememberedAnswer({ key, value })?.answer === null;
}

/** What was answered, for the user to look through: by origin, then by what was asked about. */
export async function listRememberedAnswers(db: HoldfastDatabase): Promise<readonly RememberedAnswer[]> {
  return (await answerExtras(db))
    .map(readRememberedAnswer)
    .filter((answer) => answer !== null)
    .toSorted((a, b) => a.origin.label.localeCompare(b.origin.label) || a.label.localeCompare(b.label));
}

/** Forgets an answer: it is asked again. */
export async function forgetAnswer(db: HoldfastDatabase, id: string): Promise<void> {
  await removeExtra(db, ANSWERS_EXTRA, id);
}

/** An import of any of the user's devices. */
export type ImportNote = Pick<
  ImportRecord,
  'fileName' | 'profileName' | 'rowCount' | 'takenBackCount' | 'createdAt' | 'undone' | 'proof'
>;

/** Sends the record of an import, or of its undoing, to the user's other devices. */
export async function noteImport(db: HoldfastDatabase, record: ImportRecord): Promise<void> {
  await saveExtra(db, 'import-history', record.id, noteOf(record));
}

/** The same inside a write over `extras` and the queue's tables. */
export async function putImportNote(db: HoldfastDatabase, record: ImportRecord, now: number): Promise<void> {
  await putExtra(db, 'import-history', record.id, noteOf(record), now);
}

function noteOf({
  fileName,
  profileName,
  rowCount,
  takenBackCount,
  createdAt,
  undone,
  proof,
}: ImportRecord): ExtraValue {
  return {
    fileName,
    rowCount,
    createdAt,
    ...(profileName !== undefined && { profileName }),
    ...(takenBackCount !== undefined && { takenBackCount }),
    ...(undone !== undefined && { undone }),
    ...(proof !== undefined && { proof }),
  };
}

/** The imports of other devices that this one knows of, the latest first. */
export async function importsElsewhere(
  db: HoldfastDatabase,
): Promise<readonly (ImportNote & { readonly id: string })[]> {
  const here = new Set((await db.imports.toArray()).map((record) => record.id));
  const notes = (await listExtras(db, 'import-history')).filter((extra) => !here.has(extra.key));
  return notes
    .map((extra) => ({ ...readNote(extra.value), id: extra.key }))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** An extra may have been written by another version: what is missing is left out. */
function readNote(value: Readonly<Record<string, unknown>>): ImportNote {
  const text = (field: string): string => (typeof value[field] === 'string' ? value[field] : '');
  const undone = value['undone'] as ImportNote['undone'];
  const proof = value['proof'] as ImportNote['proof'];
  return {
    fileName: text('fileName'),
    createdAt: text('createdAt'),
    rowCount: Number(value['rowCount'] ?? 0),
    ...(Number(value['takenBackCount'] ?? 0) > 0 && { takenBackCount: Number(value['takenBackCount']) }),
    ...(text('profileName') !== '' && { profileName: text('profileName') }),
    ...(typeof undone === 'object' && { undone }),
    ...(typeof proof === 'object' && { proof }),
  };
}
