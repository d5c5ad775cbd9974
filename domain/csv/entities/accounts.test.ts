import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_COLUMNS, accountsCsv, prepareAccounts } from './accounts.ts';
import { readEntityFile } from './entity-file.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};

/** The names that a file adds, or the message that refuses it. */
function namesIn(...lines: readonly string[]): readonly string[] | string {
  const file = readEntityFile(new TextEncoder().encode(lines.join('\n')), tools, ACCOUNT_COLUMNS);
  return file.ok ? prepareAccounts(file, []).map(({ shown }) => shown.name) : file.message;
}

describe('a file of accounts', () => {
  it('may be a plain list of names, whatever is in them', () => {
    expect(namesIn('Name', 'Ada', 'Bea')).toEqual(['Ada', 'Bea']);
    expect(namesIn('Account Name', 'Holder, Ada', '"Holder, Bea"', '', 'Trust; 2024 | A', 'x')).toEqual([
      'Holder, Ada',
      'Holder, Bea',
      'Trust; 2024 | A',
      'x',
    ]);
    expect(namesIn('Accounts of the family', '', 'Name', 'Ada')).toEqual(['Ada']);
  });

  it('may have columns that we do not know, in any order', () => {
    expect(namesIn('Name,Comment', 'Ada,"first, of two"', 'Bea,')).toEqual(['Ada', 'Bea']);
    expect(namesIn('No;Holder;Since', '1;Ada;2019', '2;Bea;2020')).toEqual(['Ada', 'Bea']);
    expect(
      namesIn(...accountsCsv([{ id: '0190b0a0-0000-7000-8000-000000000001', name: '=Ada' }]).split('\r\n')),
    ).toEqual(['=Ada']);
  });

  it('is refused where nothing says which words are names', () => {
    expect(namesIn('Ada', 'Bea')).toBe('Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).');
    expect(namesIn('Ada,1', 'Bea,2')).toBe('No header row was found: expected the columns Name.');
  });
});
