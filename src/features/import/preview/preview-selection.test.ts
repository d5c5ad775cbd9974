import { describe, expect, it } from 'vitest';
import {
  afterCorrection,
  blockedRows,
  brokersToChoose,
  clearSelection,
  countImportable,
  importableRows,
  MOST_NEW_ACCOUNTS,
  type PreviewSelection,
  selectAllValid,
  setIncludeDuplicates,
  startSelection,
  toggleAccount,
  toggleRow,
} from './preview-selection.ts';
import { previewOf } from './preview.fixture.ts';

const preview = previewOf({
  valid: [2, 3, 6],
  duplicate: [4],
  error: [5],
  newAccounts: [{ name: 'Partner', rows: 2, rowNumbers: [3, 5] }],
});

describe('preview selection (000 §2.11)', () => {
  it('starts with the valid rows and every new account', () => {
    const selection = startSelection(preview);
    expect(importableRows(selection, blockedRows(selection, preview))).toEqual([2, 3, 6]);
    expect([...selection.createAccounts]).toEqual(['Partner']);
  });

  it('does not create more accounts unasked than a household may have: a column of references does not name account holders', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => index + 2);
    const wrong = previewOf({
      valid: rows,
      newAccounts: rows.map((row) => ({ name: `R${row}`, rows: 1, rowNumbers: [row] })),
    });
    const selection = startSelection(wrong);
    expect(selection.createAccounts.size).toBe(MOST_NEW_ACCOUNTS);
    expect(countImportable(selection, blockedRows(selection, wrong))).toBe(MOST_NEW_ACCOUNTS);
  });

  it('adds all duplicates and removes them again', () => {
    const on = setIncludeDuplicates(startSelection(preview), preview, true);
    expect(on.rows).toEqual(new Set([2, 3, 4, 6]));
    expect([...setIncludeDuplicates(on, preview, false).rows]).toEqual([2, 3, 6]);
  });

  it('leaves the rows of an account out while it is not to be created', () => {
    const without = toggleAccount(startSelection(preview), 'Partner');
    expect(importableRows(without, blockedRows(without, preview))).toEqual([2, 6]);
    expect(countImportable(without, blockedRows(without, preview))).toBe(2);
    const again = toggleAccount(without, 'Partner');
    expect(importableRows(again, blockedRows(again, preview))).toEqual([2, 3, 6]);
  });

  it('asks for the brokers of the rows that are chosen, and of no others', () => {
    const file = previewOf({
      valid: [2, 3, 6],
      newAccounts: [{ name: 'Partner', rows: 1, rowNumbers: [3] }],
      unknownBrokers: [
        { name: 'Acme', rows: 1, brokerId: null, rowNumbers: [2] },
        { name: 'Bond & Co', rows: 1, brokerId: null, rowNumbers: [3] },
        { name: 'City', rows: 1, brokerId: 'other' },
      ],
    });
    const asked = (selection: PreviewSelection, choices = {}) =>
      brokersToChoose(selection, blockedRows(selection, file), file, choices).map(({ name }) => name);
    const all = startSelection(file);
    expect(asked(all)).toEqual(['Acme', 'Bond & Co']);
    expect(asked(all, { Acme: 'b1' })).toEqual(['Bond & Co']);
    expect(asked(toggleRow(all, 2))).toEqual(['Bond & Co']);
    expect(asked(toggleAccount(toggleRow(all, 2), 'Partner'))).toEqual([]);
  });

  it('leaves rows that remove stored transactions to be chosen one by one', () => {
    const file = { ...preview, heldRows: [3], removalRows: [3] };
    expect(importableRows(startSelection(file), new Set())).toEqual([2, 6]);
    expect(importableRows(selectAllValid(startSelection(file), file), new Set())).toEqual([2, 6]);
    expect(importableRows(toggleRow(startSelection(file), 3), new Set())).toEqual([2, 3, 6]);
  });

  it('never chooses a row of a cancelled pair, and chooses one that a correction took out of its pair', () => {
    const file = previewOf({ valid: [2], cancelled: [3, 4] });
    expect(importableRows(startSelection(file), new Set())).toEqual([2]);
    expect(importableRows(selectAllValid(startSelection(file), file), new Set())).toEqual([2]);
    const apart = previewOf({ valid: [2, 3], error: [4] });
    expect(importableRows(afterCorrection(startSelection(file), file, apart), new Set())).toEqual([2, 3]);
    expect(importableRows(afterCorrection(startSelection(apart), apart, file), new Set())).toEqual([2]);
  });

  it('clears, selects all valid, and toggles one', () => {
    const cleared = clearSelection(setIncludeDuplicates(startSelection(preview), preview, true));
    expect([cleared.rows.size, cleared.includeDuplicates]).toEqual([0, false]);
    const valid = selectAllValid(toggleRow(cleared, 4), preview);
    expect(importableRows(valid, new Set())).toEqual([2, 3, 4, 6]);
    expect(importableRows(toggleRow(valid, 3), new Set())).toEqual([2, 4, 6]);
  });
});
