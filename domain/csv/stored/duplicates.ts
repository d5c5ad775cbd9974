/**
 * Finds the rows of a file that are duplicates. A non-empty reference with the same account, date, ISIN, type, quantity
 * and consideration is a duplicate, of a stored transaction or of an earlier row; without a reference, or with an
 * order's, equal rows of one tax wrapper are matched by count. A reused reference with other values is not a duplicate,
 * and neither is the same trade in another account. Cash of another broker or wrapper is another event; where the file's broker is not
 * stored yet, any broker's may match.
 */
import { isCashEvent, type TaxWrapper } from '../../fields/enums.ts';
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { describeTrade } from './describe-trade.ts';
import { areTwoReferences, ownCurrencyKey, referenceKey, tradeKey } from './trade-keys.ts';

/** A row of the file that could be imported. */
export interface Candidate {
  readonly line: number;
  /** The Id in a file of our own export, or null. */
  readonly fileId: string | null;
  readonly fields: TransactionFields;
  /** The reference belongs to this row only; an order's reference may be on several fills. */
  readonly hasRowReference: boolean;
}

/** Why a row is a duplicate, and of which transaction or line. */
export type Duplicate =
  | { readonly kind: 'sameId'; readonly stored: Transaction; readonly changed: boolean }
  | { readonly kind: 'sameIdInFile'; readonly line: number }
  | { readonly kind: 'reference'; readonly stored: Transaction }
  | { readonly kind: 'referenceInFile'; readonly reference: string; readonly line: number }
  /** An earlier import added it from an equal row; it was changed since. */
  | { readonly kind: 'changedSince'; readonly stored: Transaction; readonly importedOn: IsoDate }
  | { readonly kind: 'equal'; readonly stored: Transaction; readonly storedCount: number; readonly fileCount: number }
  /** Equal in its own currency, with other pounds. */
  | { readonly kind: 'otherRate'; readonly stored: Transaction }
  /** Equal, but in another tax wrapper: perhaps a trade of its own, as two monthly savings plans make. */
  | { readonly kind: 'otherWrapper'; readonly stored: Transaction }
  /** Equal, but the file names it by another reference, and no row of the file by the stored one. */
  | { readonly kind: 'otherReference'; readonly stored: Transaction }
  /** Equal, but in another account than the new one that the file names. */
  | { readonly kind: 'otherAccount'; readonly stored: Transaction };

const LIKELY = ['otherWrapper', 'otherReference', 'otherAccount'] as const;

/** A likely duplicate, which is a valid row with a note. */
export type LikelyDuplicate = Extract<Duplicate, { readonly kind: (typeof LIKELY)[number] }>;

export function isLikelyDuplicate(duplicate: Duplicate | null): duplicate is LikelyDuplicate {
  return LIKELY.some((kind) => duplicate?.kind === kind);
}

/** The start of the placeholder for the id of an account that the import creates. */
export const NEW_ACCOUNT = 'new-account:';

/** The broker of rows whose own is not stored; the user chooses their broker later. */
export const UNKNOWN_BROKER = 'unknown-broker';

/**
 * Rows and stored transactions with one key. Nearly all groups have one row, so the arrays are created only when
 * needed.
 */
interface Group {
  readonly first: Candidate;
  more: Candidate[] | null;
  stored: Transaction[] | null;
}

/** The candidates by their keys. */
export function candidateGroups(candidates: readonly Candidate[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const candidate of candidates) {
    const key = tradeKey(candidate.fields);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: candidate, more: null, stored: null });
    else (group.more ??= []).push(candidate);
  }
  return groups;
}

/** Finds the duplicates among the candidates in one pass over the stored transactions. */
export function findDuplicates(
  candidates: readonly Candidate[],
  stored: readonly Transaction[],
  groups = candidateGroups(candidates),
): ReadonlyMap<Candidate, Duplicate> {
  const byId = new Map<string, Candidate>();
  const found = new Map<Candidate, Duplicate>();
  for (const candidate of candidates) {
    if (candidate.fileId === null) continue;
    const earlier = byId.get(candidate.fileId);
    if (earlier === undefined) byId.set(candidate.fileId, candidate);
    else found.set(candidate, { kind: 'sameIdInFile', line: earlier.line });
  }
  for (const transaction of stored) {
    const key = tradeKey(transaction);
    const same = byId.get(transaction.id);
    if (same !== undefined) {
      const changed =
        tradeKey(same.fields) !== key || same.fields.brokerDealReference !== transaction.brokerDealReference;
      found.set(same, { kind: 'sameId', stored: transaction, changed });
      continue;
    }
    const group =
      groups.get(key) ??
      (isCashEvent(transaction.transactionType)
        ? groups.get(tradeKey({ ...transaction, brokerId: UNKNOWN_BROKER }))
        : undefined);
    if (group !== undefined) (group.stored ??= []).push(transaction);
  }
  const references = new Set(candidates.map(({ fields }) => referenceKey(fields)));
  for (const { first, more, stored } of groups.values()) {
    const [only] = stored ?? [];
    if (more === null && stored?.length === 1 && only !== undefined) matchPair(first, only, found);
    else if (more !== null || stored !== null) matchGroup([first, ...(more ?? [])], stored ?? [], found);
    if (stored !== null && !(more === null && found.has(first)))
      matchOtherReferences([first, ...(more ?? [])], stored, references, found);
  }
  matchOtherIsins(candidates, stored, found);
  matchOtherRates(candidates, stored, found);
  matchOtherAccounts(candidates, stored, found);
  return found;
}

/** As `matchGroup` for one row and one stored transaction, as nearly all groups are when a file is imported again. */
function matchPair(row: Candidate, stored: Transaction, found: Map<Candidate, Duplicate>): void {
  if (found.has(row)) return;
  const [own, other] = [referenceKey(row.fields), referenceKey(stored)];
  if (own !== '' && own === other) found.set(row, { kind: 'reference', stored });
  else if (own !== '' && other !== '') return;
  else if (row.fields.taxWrapper !== stored.taxWrapper) found.set(row, { kind: 'otherWrapper', stored });
  else found.set(row, { kind: 'equal', stored, storedCount: 1, fileCount: 1 });
}

/**
 * Matches rows and stored transactions with equal values: first by reference, then the rest by count. Takes linear
 * time, because a file may repeat one row many times.
 */
function matchGroup(
  rows: readonly Candidate[],
  stored: readonly Transaction[],
  found: Map<Candidate, Duplicate>,
): void {
  const storedByReference = new Map<string, Transaction[]>();
  for (const transaction of stored.toReversed()) {
    const reference = referenceKey(transaction);
    if (reference === '') continue;
    const group = storedByReference.get(reference);
    if (group === undefined) storedByReference.set(reference, [transaction]);
    else group.push(transaction);
  }
  const references = new Map<string, Candidate>();
  const matched = new Set<Transaction>();
  const open: Candidate[] = [];
  for (const row of rows) {
    if (found.has(row)) continue;
    const reference = referenceKey(row.fields);
    // All rows with a row's reference match the same stored transaction; each fill of an order matches a different one.
    const sameReference = storedByReference.get(reference);
    const match = row.hasRowReference ? sameReference?.at(-1) : sameReference?.pop();
    const earlier = references.get(reference);
    if (match !== undefined) {
      found.set(row, { kind: 'reference', stored: match });
      matched.add(match);
    } else if (earlier === undefined || !row.hasRowReference) open.push(row);
    else found.set(row, { kind: 'referenceInFile', reference: row.fields.brokerDealReference, line: earlier.line });
    if (reference !== '' && earlier === undefined) references.set(reference, row);
  }
  matchByCount(
    open,
    stored.filter((transaction) => !matched.has(transaction)),
    found,
  );
}

/** Matches the rows whose own reference a stored transaction has under another ISIN, with all else equal: it changed since. */
function matchOtherIsins(
  candidates: readonly Candidate[],
  stored: readonly Transaction[],
  found: Map<Candidate, Duplicate>,
): void {
  const keyOf = (fields: TransactionFields): string | null =>
    fields.isin === '' || !/\d/u.test(fields.brokerDealReference)
      ? null
      : `${tradeKey({ ...fields, isin: '' })}|${fields.taxWrapper}|${referenceKey(fields)}`;
  const taken = matchedAmong(found);
  const left = stored.filter((transaction) => transaction.brokerDealReference !== '' && !taken.has(transaction));
  // Few rows of a new file name a stored reference: only for them is the whole key made.
  const references = new Set(left.map(referenceKey));
  if (references.size === 0) return;
  const open = candidates.filter(
    (row) => row.hasRowReference && row.fileId === null && !found.has(row) && references.has(referenceKey(row.fields)),
  );
  const byKey = groupBy(open, ({ fields }) => keyOf(fields));
  byKey.delete(null);
  if (byKey.size === 0) return;
  for (const transaction of left) {
    const row = byKey.get(keyOf(transaction))?.pop();
    if (row !== undefined) found.set(row, { kind: 'reference', stored: transaction });
  }
}

/** The stored transactions that rows equal. */
function matchedAmong(found: ReadonlyMap<Candidate, Duplicate>): ReadonlySet<Transaction | null> {
  return new Set([...found.values()].map((one) => ('stored' in one ? one.stored : null)));
}

/** Matches by count the rows that moved the same amount of another currency as a stored transaction, at another rate. */
function matchOtherRates(
  candidates: readonly Candidate[],
  stored: readonly Transaction[],
  found: Map<Candidate, Duplicate>,
): void {
  if (stored.length === 0) return;
  const open = candidates.filter((row) => !found.has(row) && row.fileId === null).toReversed();
  const keyOf = (fields: TransactionFields): string | null => {
    const key = ownCurrencyKey(fields);
    return key === null ? null : `${key}|${fields.taxWrapper}`;
  };
  const byKey = groupBy(open, ({ fields }) => keyOf(fields));
  byKey.delete(null);
  if (byKey.size === 0) return;
  const byReference = groupBy(open, ({ fields }) => `${keyOf(fields)}|${referenceKey(fields)}`);
  const next = (rows: Candidate[] = []): Candidate | undefined => {
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) if (!found.has(row)) return row;
    return undefined;
  };
  const taken = matchedAmong(found);
  for (const transaction of stored) {
    const [key, reference] = [keyOf(transaction), referenceKey(transaction)];
    if (!byKey.has(key) || taken.has(transaction)) continue;
    const row =
      reference === ''
        ? next(byKey.get(key))
        : (next(byReference.get(`${key}|${reference}`)) ?? next(byReference.get(`${key}|`)));
    if (row !== undefined) found.set(row, { kind: 'otherRate', stored: transaction });
  }
}

/** Matches the rows of a new account that equal a stored transaction of any other: the file may call an old account so. */
function matchOtherAccounts(
  candidates: readonly Candidate[],
  stored: readonly Transaction[],
  found: Map<Candidate, Duplicate>,
): void {
  const keyOf = (fields: TransactionFields): string => tradeKey({ ...fields, accountId: '' });
  const open = candidates.filter(
    (row) => !found.has(row) && row.fileId === null && row.fields.accountId.startsWith(NEW_ACCOUNT),
  );
  if (open.length === 0) return;
  const byKey = groupBy(open.toReversed(), ({ fields }) => keyOf(fields));
  for (const transaction of stored) {
    const row = byKey.get(keyOf(transaction))?.pop();
    if (row !== undefined) found.set(row, { kind: 'otherAccount', stored: transaction });
  }
}

/** Matches the rows that equal a stored transaction which the file may name by another reference. */
function matchOtherReferences(
  rows: readonly Candidate[],
  stored: readonly Transaction[],
  references: ReadonlySet<string>,
  found: Map<Candidate, Duplicate>,
): void {
  const open = rows.filter((row) => !found.has(row) && row.fileId === null);
  if (open.length === 0) return;
  const matched = new Set(rows.map((row) => found.get(row)).map((one) => (one && 'stored' in one ? one.stored : null)));
  const byWrapper = groupBy(open.toReversed(), ({ fields }) => fields.taxWrapper);
  for (const transaction of stored) {
    const left = matched.has(transaction) ? undefined : byWrapper.get(transaction.taxWrapper);
    const row = left?.at(-1);
    if (left === undefined || row === undefined) continue;
    const isNamed = row.fields.brokerDealReference !== '' && transaction.brokerDealReference !== '';
    if (!isNamed || areTwoReferences(row.fields, transaction, references)) continue;
    left.pop();
    found.set(row, { kind: 'otherReference', stored: transaction });
  }
}

/**
 * A stored transaction without a reference may match any row; one with a reference matches only a row without. Those of
 * the row's own tax wrapper come first.
 */
function matchByCount(
  rows: readonly Candidate[],
  stored: readonly Transaction[],
  found: Map<Candidate, Duplicate>,
): void {
  const counts = { storedCount: stored.length, fileCount: rows.length };
  const wrappers = groupBy(stored.toReversed(), ({ taxWrapper }) => taxWrapper);
  const open = new Map(
    [...wrappers].map(([wrapper, all]) => [
      wrapper,
      {
        bare: all.filter(({ brokerDealReference }) => brokerDealReference === ''),
        named: all.filter(({ brokerDealReference }) => brokerDealReference !== ''),
      },
    ]),
  );
  const match = (row: Candidate, wrapper: TaxWrapper): Transaction | undefined => {
    const left = open.get(wrapper);
    return left?.bare.pop() ?? (row.fields.brokerDealReference === '' ? left?.named.pop() : undefined);
  };
  for (const row of rows) {
    const equal = match(row, row.fields.taxWrapper);
    if (equal !== undefined) found.set(row, { kind: 'equal', stored: equal, ...counts });
  }
  if (open.size === 1 && rows.every((row) => open.has(row.fields.taxWrapper))) return;
  for (const row of rows) {
    if (found.has(row)) continue;
    for (const wrapper of open.keys()) {
      const other = match(row, wrapper);
      if (other === undefined) continue;
      found.set(row, { kind: 'otherWrapper', stored: other });
      break;
    }
  }
}

/** Equal rows without a reference of their own, which are therefore separate trades; a notice says so. */
export function equalRows(
  groups: ReadonlyMap<string, Group>,
  duplicates: ReadonlyMap<Candidate, Duplicate>,
): readonly (readonly Candidate[])[] {
  const isOpen = (candidate: Candidate): boolean =>
    !(candidate.fields.brokerDealReference !== '' && candidate.hasRowReference) &&
    candidate.fileId === null &&
    !duplicates.has(candidate);
  const equal: (readonly Candidate[])[] = [];
  for (const { first, more } of groups.values()) {
    const open = more === null ? [] : [first, ...more].filter(isOpen);
    if (open.length > 1) equal.push(open);
  }
  return equal;
}

/** The sentence that says which record a duplicate equals and why (`duplicateInfo.matchDetails`). */
export function matchDetails(duplicate: Duplicate): string {
  switch (duplicate.kind) {
    case 'sameId':
      return `Already stored with the same Id: ${describeTrade(duplicate.stored)}.${duplicate.changed ? ' Its values differ from the file.' : ''}`;
    case 'sameIdInFile':
      return `Same Id as row ${duplicate.line}.`;
    case 'reference':
      return `Same reference ${duplicate.stored.brokerDealReference} as the stored ${describeTrade(duplicate.stored)}.`;
    case 'referenceInFile':
      return `Same reference ${duplicate.reference} as row ${duplicate.line}.`;
    case 'changedSince':
      return `Imported on ${dayMonthYear(duplicate.importedOn)} and changed since: the stored ${describeTrade(duplicate.stored)}.`;
    case 'otherAccount':
      return `In another account, equal to the stored ${describeTrade(duplicate.stored)}.`;
    case 'otherReference':
      return `Under another reference, equal to the stored ${describeTrade(duplicate.stored)}.`;
    case 'otherRate':
      return `Equal to the stored ${describeTrade(duplicate.stored)}, which was converted at another rate.`;
    case 'otherWrapper':
      return `In another tax wrapper, equal to the stored ${describeTrade(duplicate.stored)}.`;
    case 'equal':
      return `Equal to the stored ${describeTrade(duplicate.stored)}${duplicate.storedCount + duplicate.fileCount > 2 ? ` (${duplicate.storedCount} stored, ${duplicate.fileCount} in the file)` : ''}.`;
  }
}
