import { describe, expect, it } from 'vitest';
import { refuseFile } from '../files/check-file.ts';
import {
  importNotice,
  quickImportObstacle,
  reportOfFailure,
  reportOfMessage,
  reportOfQuickImport,
  reportOfRefusal,
} from './import-report.ts';
import { previewOf } from '../preview/preview.fixture.ts';

const entity = { singular: 'transaction', plural: 'transactions' };

describe('import file check (000 §5)', () => {
  it('takes the three types, or a name with one of the three endings', () => {
    expect(refuseFile({ name: 'a.csv', type: '', size: 1 })).toBeNull();
    expect(refuseFile({ name: 'A.TXT', type: 'application/octet-stream', size: 1 })).toBeNull();
    for (const type of ['text/csv', 'text/tab-separated-values', 'text/plain'])
      expect(refuseFile({ name: 'export', type, size: 1 })).toBeNull();
    for (const name of ['a.csv', 'a.tsv', 'a.txt'])
      expect(refuseFile({ name, type: 'application/octet-stream', size: 1 })).toBeNull();
  });

  it('refuses no file, another type, and a file over the limit', () => {
    expect(refuseFile(null)).toBe('No file selected.');
    expect(refuseFile({ name: 'a.xlsx', type: 'application/vnd.ms-excel', size: 1 })).toBe(
      'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).',
    );
    expect(refuseFile({ name: 'a.csv', type: 'text/csv', size: 26.5 * 1024 * 1024 })).toBe(
      'This file is 26.50 MB. The largest import is 25 MB (about 220,000 rows). Split it by year.',
    );
  });
});

describe('import reports (000 §4.7, §8.4)', () => {
  it("keeps the refusal's words and lines, with a default", () => {
    const report = reportOfRefusal({ ok: false, code: 'empty', message: '', errors: ['Row 2: wrong'] });
    expect([report.message, report.heading, report.lines]).toEqual(['Import failed', 'Errors', ['Row 2: wrong']]);
    expect(reportOfFailure(new Error('worker gone')).message).toBe('Error: worker gone');
  });

  it("takes the first line of a failure's words for its message, and the lines after 'Errors:' for its list", () => {
    const report = reportOfFailure(new Error('Import failed with validation errors\nErrors:\nRow 2: bad\nRow 5: odd'));
    expect([report.message, report.lines]).toEqual([
      'Error: Import failed with validation errors',
      ['Row 2: bad', 'Row 5: odd'],
    ]);
    const refused = reportOfRefusal({ ok: false, code: 'failed', message: '\nErrors:\nRow 9: bad', errors: [] });
    expect([refused.message, refused.lines]).toEqual(['Import failed', ['Row 9: bad']]);
    expect(reportOfMessage('Two\nlines without a list').lines).toEqual([]);
  });

  it('stops a quick import at errors and at accounts or brokers that must be chosen', () => {
    expect(quickImportObstacle(previewOf({ valid: [2] }), [])).toBeNull();
    expect(quickImportObstacle(previewOf({ valid: [2], error: [3] }), ['Row 3: bad'])).toMatchObject({
      message: 'Import failed with validation errors',
      lines: ['Row 3: bad'],
      total: 1,
    });
    expect(
      quickImportObstacle(previewOf({ valid: [2], newAccounts: [{ name: 'Partner', rows: 1, rowNumbers: [2] }] }), [])
        ?.lines,
    ).toEqual(['Partner (1 row)']);
    expect(
      quickImportObstacle(previewOf({ valid: [2], unknownBrokers: [{ name: 'Acme', rows: 1, brokerId: null }] }), [])
        ?.lines,
    ).toEqual(['Acme']);
  });

  it('names skipped duplicates after a quick import, and is silent without any', () => {
    const result = { ok: true, importedCount: 3, duplicateCount: 2, duplicates: ['Row 2', 'Row 5'] } as const;
    expect(reportOfQuickImport(result, entity)).toMatchObject({
      message: 'Imported 3 transactions, skipped 2 duplicates',
      heading: 'Skipped Duplicates',
    });
    expect(reportOfQuickImport({ ...result, duplicateCount: 0 }, entity)).toBeNull();
  });

  it('says in the notice what was added', () => {
    expect(importNotice({ ok: true, importedCount: 1, duplicateCount: 0, duplicates: [] }, entity)).toBe(
      'Imported 1 transaction.',
    );
    expect(importNotice({ ok: true, importedCount: 1200, duplicateCount: 2, duplicates: [] }, entity)).toBe(
      'Imported 1,200 transactions. 2 duplicates were skipped.',
    );
  });

  it("says in the notice how many of the file's rows were added, and why others were left out", () => {
    const notice = (importedCount: number, duplicateCount: number, preview: Parameters<typeof previewOf>[0]) =>
      importNotice({ ok: true, importedCount, duplicateCount, duplicates: [] }, entity, previewOf(preview));
    expect(notice(2, 0, { valid: [2, 3] })).toBe('Imported 2 transactions.');
    expect(notice(3, 0, { valid: [2, 3, 4], question: [5, 6] })).toBe(
      'Imported 3 of 5 transactions. 2 rows need an answer.',
    );
    expect(notice(1, 0, { valid: [2, 3], duplicate: [4], question: [5], cancelled: [6, 7], error: [8] })).toBe(
      'Imported 1 of 7 transactions. 1 row needs an answer. 1 row has errors. 2 rows were cancelled in the file. 1 duplicate was skipped. 1 row was not selected.',
    );
    // A row that reverses a stored transaction was not left out.
    expect(
      importNotice(
        { ok: true, importedCount: 1, reversedCount: 1, duplicateCount: 0, duplicates: [] },
        entity,
        previewOf({ valid: [2, 3] }),
      ),
    ).toBe('Imported 1 transaction. Removed 1 stored transaction that the file reverses.');
    // A duplicate that was chosen all the same is imported.
    expect(notice(2, 0, { valid: [2], duplicate: [3] })).toBe('Imported 2 transactions.');
  });
});
