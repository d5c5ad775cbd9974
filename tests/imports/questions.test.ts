/** How much of right files is asked about: a preview that asks about everything would be no better than one that guesses. */
import { expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { BROKER_SAMPLES, prepare, tableOf } from './samples.ts';

/** What a person has to settle in a file, whatever the number of rows that wait for it. */
function asked({ rows, content }: PreparedImport): Readonly<Record<'names' | 'others' | 'cash', number>> {
  const open = content.questions.filter(({ answer, rowNumbers }) => {
    const isRightRow = rows.some(({ rowNumber, status }) => rowNumbers.includes(rowNumber) && status !== 'error');
    return answer === null && isRightRow;
  });
  const held = rows.filter(({ status, notes }) => status === 'valid' && notes.length > 0);
  const names = open.filter(({ kind }) => kind === 'security').length;
  const heldCash = held.filter(({ reading }) => reading.isCash).length;
  const cash = open.filter(({ kind }) => kind === 'cashType').length;
  return { names, others: open.length - names - cash + held.length - heldCash, cash: cash + heldCash };
}

it('asks about at most 2 % of the right rows of all samples, each name once', () => {
  const files = [...BROKER_SAMPLES, 'samples/transactions-real.csv'].flatMap((path) => {
    const table = tableOf(path);
    const prepared = table === null ? null : prepare(table, { fileName: path });
    return prepared === null ? [] : [{ path, prepared }];
  });
  let [rows, brokersRows, names, others, movements, cash] = [0, 0, 0, 0, 0, 0];
  for (const { path, prepared } of files) {
    const known = prepared.rows.filter(({ status }) => status !== 'error');
    const right = known.filter(({ reading }) => !reading.isCash).length;
    const found = asked(prepared);
    rows += right;
    if (BROKER_SAMPLES.includes(path)) brokersRows += right;
    names += found.names;
    others += found.others;
    movements += known.length - right;
    cash += found.cash;
  }
  const share = (count: number, of: number): string => `${((count / of) * 100).toFixed(2)} % of ${of}`;
  const said = `names ${names}, others ${others}: ${share(names + others, rows)} right rows; without names ${share(others, brokersRows)} of brokers' files; cash ${cash} of ${movements}`;
  expect(files.length, said).toBe(28);
  expect((names + others) / rows, said).toBeLessThanOrEqual(0.02);
  // In the brokers' short samples alone nearly every name is new; all else stays rare there too.
  expect(others / brokersRows, said).toBeLessThanOrEqual(0.02);
  // What moved cash for no stated reason is asked once for each reason that the file gives.
  expect(cash / movements, said).toBeLessThanOrEqual(0.08);
  process.stdout.write(`Questions of right files: ${said}.\n`);
});
