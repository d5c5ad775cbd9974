/**
 * Programs write an empty cell in many ways: whatever stands in its place, every file is read as with the empty cell.
 * `SOAK` makes twenty changed files of each, `CELLS_SEED` says from where; a failure names both.
 */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { lastFilled } from '../../domain/csv/profiles/source-row.ts';
import { isBlankRow, type Table } from '../../domain/csv/tables/table.ts';
import { BROKER_SAMPLES, prepare, tableOf } from './samples.ts';
import { picker } from './picker.ts';

const EMPTY = ['n/a', 'N/A', '-', '--', '–', '—', '\u00A0', ' - ', 'n.a.', 'null', 'Not available', ' '];

const files = [
  ...BROKER_SAMPLES,
  ...['hostile', 'nasty'].flatMap((folder) =>
    readdirSync(new URL(`../fixtures/brokers/${folder}/`, import.meta.url))
      .filter((name) => /\.(?:csv|txt)$/u.test(name))
      .map((name) => `brokers/${folder}/${name}`),
  ),
  'samples/transactions-real.csv',
];

/** Everything that an import says of a file's rows. */
function saidOf({ content, rows }: PreparedImport): unknown {
  const { notices, summary, balance, totals } = content;
  return {
    notices,
    summary,
    balance,
    totals,
    rows: rows.map(({ rowNumber, status, fields, errors, notes, remarks, questions }) => [
      rowNumber,
      status,
      fields,
      errors,
      notes,
      remarks,
      questions.map(({ key, text }) => [key, text]),
    ]),
  };
}

/** The table with a share of the empty cells below its header filled. */
function filled(table: Table, pick: (count: number) => number, share: number): Table {
  const width = lastFilled(table.rows[table.headerIndex] ?? []) + 1;
  return {
    ...table,
    rows: table.rows.map((row, index) =>
      index <= table.headerIndex || isBlankRow(row)
        ? row
        : row.map((cell, position) =>
            cell === '' && position < width && pick(100) < share ? (EMPTY[pick(EMPTY.length)] ?? '') : cell,
          ),
    ),
  };
}

/** Those that are read at all. */
const samples = files.flatMap((path) => {
  const table = tableOf(path);
  const original = table === null ? null : prepare(table);
  return table === null || original === null ? [] : [{ path, table, original }];
});

it.each(samples)('$path is read alike whatever its empty cells contain', ({ table, original }) => {
  const seed = Number(process.env['CELLS_SEED'] ?? 7);
  const pick = picker(seed);
  for (const share of process.env['SOAK'] === undefined ? [100, 30] : Array.from({ length: 20 }, () => pick(100) + 1)) {
    const changed = prepare(filled(table, pick, share));
    expect(changed === null ? 'refused' : saidOf(changed), `seed ${seed}, ${share} %`).toEqual(saidOf(original));
  }
});
