import { expect, it } from 'vitest';
import { CutRows } from './cut-rows.ts';

const HEADER = ['Date', 'Amount', 'Rate'];
const whole = ['01/02/2024', '5', '1'];

it('reads the rows of a file once, however many of them are short', () => {
  let reads = 0;
  const rows = Array.from({ length: 5 }, () => ['01/02/2024', '5']);
  const cut = new CutRows(HEADER, 3, () => {
    reads += 1;
    return rows;
  });
  expect(rows.map((cells) => cut.note(cells))).toEqual(rows.map(() => null));
  expect(reads).toBe(1);
});

it('names the end of a file only where no other row is short', () => {
  const last = ['02/02/2024', '5'];
  const noteOn = (rows: readonly (readonly string[])[]) => new CutRows(HEADER, 3, () => rows).note(last);
  const unfilled = [whole, ['01/02/2024', '6', ''], whole];
  expect(noteOn([...unfilled, last])).toContain('the end of the file is missing');
  expect(noteOn([...unfilled, ['01/02/2024', '7'], last])).toBeNull();
  expect(noteOn([last, ...unfilled])).toBeNull();
});
