/** The rows of a file as the import judges them: valid, a duplicate, or with errors. */
import { issueText } from '../../records/issue-text.ts';
import type { Issue } from '../../fields/issue.ts';
import { isUuid } from '../../values/uuid.ts';
import type { PreviewStatus, PreviewSummary } from '../row-figures/preview.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';

/** Why a row is a duplicate: the same Id, the same values as a stored record, or as an earlier row of the file. */
export type Repetition = 'id' | 'match' | 'row';

/** A judged row: `R` is the record to store, `S` what a preview shows. */
export interface EntityImportRow<R, S> {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  /** Selected beforehand: valid rows without a note. */
  readonly selected: boolean;
  /** A warning to read before selecting the row; null for none. */
  readonly note: string | null;
  readonly duplicateInfo: { readonly matchDetails: string } | null;
  readonly errors: readonly {
    readonly message: string;
    /** The record's field; the file's column may have another name. */
    readonly field: string;
  }[];
  readonly repeats: Repetition | null;
  /** The stored record of which the row is a duplicate. */
  readonly duplicateOf: string | null;
  /** The Id in a file of our own export, or null. */
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
  /** The same for all records that may be the same. */
  readonly keyOf: (fields: R) => string;
  /** Whether two records with the same key are the same. */
  readonly isSame: (a: R, b: R) => boolean;
  /**
   * Whether equal records may be separate ones: rows with different Ids are then separate, and equal rows are matched
   * with stored records by count.
   */
  readonly mayBeAlike?: boolean;
  /** What a row must state because a row above it with the same key states that; absent where they may differ. */
  readonly contradiction?: (row: EntityRow<NoInfer<F> | 'id'>, earlier: R, earlierRow: number) => Issue;
  /** The sentence that names the stored record of which a row is a duplicate. */
  readonly storedDetails: (stored: K, shown: S) => string;
  /** The sentence that names the row of the file of which a row is a duplicate. */
  readonly fileDetails: (rowNumber: number) => string;
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** A row above the one that is judged. */
interface EarlierRow<R> {
  readonly row: number;
  readonly fields: R;
  readonly fileId: string | null;
}

/** Compares every row with the stored records and with the rows above it. */
export function judgeRows<F extends string, R extends object, S, K extends R & { readonly id: string }>(
  file: EntityFile<F | 'id'>,
  rules: RowRules<F, R, S, K>,
): readonly EntityImportRow<R, S>[] {
  const { isSame, mayBeAlike = false } = rules;
  const byId = new Map(rules.stored.map((known) => [known.id, known]));
  const byKey = new Map<string, K[]>();
  for (const known of rules.stored) add(byKey, rules.keyOf(known), known);
  const idOf = (row: EntityRow<F | 'id'>): string => row.text('id').toLowerCase();
  // A stored record that a row names by its Id, or that a row above with an Id duplicates, is not matched again by a
  // row with another Id.
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
  const withId = new Map<string, EarlierRow<R>>();
  /** Of two records with one Id, the second would replace the first. */
  const repeatsId = (row: EntityRow<F | 'id'>, fields: R): Issue | null => {
    const fileId = idOf(row);
    if (!isUuid(fileId)) return null;
    const earlier = withId.get(fileId);
    if (earlier === undefined) {
      withId.set(fileId, { row: row.rowNumber, fields, fileId });
      return null;
    }
    if (rules.keyOf(earlier.fields) === rules.keyOf(fields) && isSame(earlier.fields, fields)) return null;
    return { field: 'id', code: 'sameAsOther', value: row.text('id'), expected: `another than in row ${earlier.row}` };
  };
  const contradicted = (row: EntityRow<F | 'id'>, reading: RowReading<R, S>): RowReading<R, S> => {
    const repeated = reading.ok ? repeatsId(row, reading.fields) : null;
    if (repeated !== null) return { ok: false, issues: [repeated], shown: reading.shown };
    const [first] = reading.ok ? (above.get(rules.keyOf(reading.fields)) ?? []) : [];
    if (!reading.ok || first === undefined || rules.contradiction === undefined || isSame(first.fields, reading.fields))
      return reading;
    return { ok: false, issues: [rules.contradiction(row, first.fields, first.row)], shown: reading.shown };
  };
  return file.rows.map((row) => {
    const reading = contradicted(row, rules.read(row));
    const id = idOf(row);
    const fileId = isUuid(id) ? id : null;
    const common = { rowNumber: row.rowNumber, shown: reading.shown, fileId, note: null };
    if (!reading.ok || row.issues.length > 0) {
      const errors = [...row.issues, ...(reading.ok ? [] : reading.issues)].map((issue) => ({
        message: issueText(issue),
        field: issue.field,
      }));
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

/** Counts for the tiles of a preview. */
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

/** The record with a row's name; an unknown name adds an issue of `field`. */
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
