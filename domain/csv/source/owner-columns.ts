/** Columns of accounts in a broker's file whose profile reads none, such as files of several accounts that were joined. */
import { wrapperInWords, wrapperOfWord } from '../cells/wrapper-words.ts';
import type { BrokerFile, BrokerRow, ProfileCells } from '../profiles/profile.ts';
import { fieldOfHeader, normaliseHeader } from '../tables/columns.ts';
import { areWrappers } from './other-columns.ts';

const NUMBERED = /^(?:client )?account (?:id|no|number)$/u;

/**
 * The account and tax wrapper of each row by such a column. One that names a single account is not read: it may be
 * anybody's, and the user is asked.
 */
export function ownersIn({ header }: BrokerFile, rows: readonly BrokerRow[]): (row: BrokerRow) => ProfileCells {
  const columns = header.flatMap((cell, position) => {
    const nameIn = (row: BrokerRow): string => (row.cells[position] ?? '').trim();
    if (isAccountHeading(cell)) return [nameIn];
    // `Product type` may be one of shares and options.
    const isWrapper = fieldOfHeader(cell) === 'taxWrapper' && areWrappers(namesOf(rows, nameIn));
    return isWrapper ? [nameIn] : [];
  });
  return ownersBy(columns, rows);
}

/** As `ownersIn`, by what each of `namesIn` reads of a row. */
export function ownersBy(
  namesIn: readonly ((row: BrokerRow) => string)[],
  rows: readonly BrokerRow[],
): (row: BrokerRow) => ProfileCells {
  let account: ((row: BrokerRow) => string) | null = null;
  let wrapper: ((row: BrokerRow) => string) | null = null;
  for (const nameIn of namesIn) {
    const names = namesOf(rows, nameIn);
    if (areWrappers(names)) wrapper ??= (row) => wrapperOfWord(nameIn(row)) ?? '';
    else if (names.length > 1) account ??= nameIn;
  }
  if (account === null && wrapper === null) return () => ({});
  return (row) => {
    const name = account?.(row) ?? '';
    return { account: name, taxWrapper: wrapper?.(row) ?? (name.length > 100 ? '' : (wrapperInWords(name) ?? '')) };
  };
}

function namesOf(rows: readonly BrokerRow[], nameIn: (row: BrokerRow) => string): readonly string[] {
  return [...new Set(rows.map(nameIn))].filter((name) => name !== '');
}

function isAccountHeading(cell: string): boolean {
  return fieldOfHeader(cell) === 'account' || NUMBERED.test(normaliseHeader(cell));
}
