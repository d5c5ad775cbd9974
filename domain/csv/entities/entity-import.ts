/** From the rows of a file to what an import of them comes to: valid, a duplicate, or wrong. */
import { issueText } from '../../issue-text.ts';
import type { Issue } from '../../issue.ts';
import { isUuid } from '../../uuid.ts';
import type { PreviewStatus, PreviewSummary } from '../row-figures/preview.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';

/** How a row repeats another: by our Id, by what it says, or a row above it in the file. */
export type Repetition = 'id' | 'match' | 'row';

/** What a row of an import comes to: `R` is what would be stored, `S` what a preview shows. */
export interface EntityImportRow<R, S> {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  /** Pre-selection: valid rows. */
  readonly selected: boolean;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly {
    readonly message: string;
    /** Of the record; a file's column may be called otherwise. */ readonly field: string;
  }[];
  readonly repeats: Repetition | null;
  /** The stored record that the row repeats. */
  readonly duplicateOf: string | null;
  /** The Id that our own export gave, or null. */
  readonly fileId: string | null;
  /** Null for a row with errors. */
  readonly record: R | null;
  readonly shown: S;
}

export type RowReading<R, S> =
  | { readonly ok: true; readonly fields: R; readonly shown: S }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly shown: S };

export interface RowRules<F extends string, R, S, K extends R & { readonly id: string }> {
  readonly read: (row: EntityRow<F | 'id'>) => RowReading<R, S>;
  readonly stored: readonly K[];
  /** Equal for records that may be the same. */
  readonly keyOf: (fields: R) => string;
  /** Whether two records of one key are the same. */
  readonly isSame: (a: R, b: R) => boolean;
  /** Whether records that say the same may be several: rows with Ids of their own then are, and are matched by count with what is stored. */
  readonly mayBeAlike?: boolean;
  /** Says which stored record a row repeats. */
  readonly storedDetails: (stored: K, shown: S) => string;
  /** Says which row of the file a row repeats. */
  readonly fileDetails: (rowNumber: number) => string;
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** A row above another. */
interface EarlierRow<R> {
  readonly row: number;
  readonly fields: R;
  readonly fileId: string | null;
}

/** Judges every row against what is stored and against the rows above it. */
export function judgeRows<F extends string, R extends object, S, K extends R & { readonly id: string }>(
  file: EntityFile<F | 'id'>,
  rules: RowRules<F, R, S, K>,
): readonly EntityImportRow<R, S>[] {
  const { isSame, mayBeAlike = false } = rules;
  const byId = new Map(rules.stored.map((known) => [known.id, known]));
  const byKey = new Map<string, K[]>();
  for (const known of rules.stored) add(byKey, rules.keyOf(known), known);
  const idOf = (row: EntityRow<F | 'id'>): string => row.text('id').toLowerCase();
  // A stored record that a row names by its Id, or that a row above with an Id repeats, is not repeated by another such row too.
  const taken = new Set<string>(mayBeAlike ? file.rows.map(idOf) : []);
  const above = new Map<string, EarlierRow<R>[]>();
  const repeatedAbove = (key: string, fields: R, fileId: string | null): EarlierRow<R> | undefined =>
    above
      .get(key)
      ?.find(
        (known) =>
          isSame(known.fields, fields) &&
          !(mayBeAlike && known.fileId !== null && fileId !== null && known.fileId !== fileId),
      );
  return file.rows.map((row) => {
    const reading = rules.read(row);
    const id = idOf(row);
    const fileId = isUuid(id) ? id : null;
    const common = { rowNumber: row.rowNumber, shown: reading.shown, fileId };
    if (!reading.ok) {
      const errors = reading.issues.map((issue) => ({ message: issueText(issue), field: issue.field }));
      return {
        ...common,
        status: 'error',
        selected: false,
        duplicateInfo: null,
        errors,
        repeats: null,
        duplicateOf: null,
        record: null,
      };
    }
    const { fields, shown } = reading;
    const key = rules.keyOf(fields);
    const sameId = byId.get(id);
    const stored =
      sameId ?? byKey.get(key)?.find((known) => isSame(known, fields) && !(fileId !== null && taken.has(known.id)));
    const earlier = repeatedAbove(key, fields, fileId);
    add(above, key, { row: row.rowNumber, fields, fileId });
    if (mayBeAlike && fileId !== null && stored !== undefined) taken.add(stored.id);
    const found = { ...common, errors: [], record: fields, duplicateOf: stored?.id ?? null };
    if (stored !== undefined) {
      return {
        ...found,
        status: 'duplicate',
        selected: false,
        repeats: sameId === undefined ? 'match' : 'id',
        duplicateInfo: { matchDetails: rules.storedDetails(stored, shown) },
      };
    }
    if (earlier !== undefined)
      return {
        ...found,
        status: 'duplicate',
        selected: false,
        repeats: 'row',
        duplicateInfo: { matchDetails: rules.fileDetails(earlier.row) },
      };
    return { ...found, status: 'valid', selected: true, repeats: null, duplicateInfo: null };
  });
}

/** Counts the tiles of a preview. */
export function summaryOf(rows: readonly { readonly status: PreviewStatus }[]): Omit<PreviewSummary, 'skippedRows'> {
  const count = (status: PreviewStatus) => rows.filter((row) => row.status === status).length;
  return {
    totalRows: rows.length,
    validCount: count('valid'),
    duplicateCount: count('duplicate'),
    errorCount: count('error'),
  };
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a row's name stands for; unknown names become an issue of `field`. */
export function lookUp(
  name: string,
  records: readonly Named[],
  isSame: (record: Named) => boolean,
  issue: Pick<Issue, 'field' | 'expected'>,
  issues: Issue[],
): Named | undefined {
  const found = records.find(isSame);
  if (found === undefined) issues.push({ ...issue, code: name === '' ? 'required' : 'unknownReference', value: name });
  return found;
}
