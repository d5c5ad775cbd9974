import { expect, it } from 'vitest';
import { checkImportFile, decodeText, refuseByBytes, refuseByText, WRONG_TYPE } from './file-kind.ts';

const bytes = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from([...values, ...new TextEncoder().encode(',a,b\n1,2\n')]);

it.each([
  [
    'an Excel workbook or a zip file',
    bytes(0x50, 0x4b, 0x03, 0x04),
    'This is an Excel workbook or a zip file. Open it and save it as CSV, then choose that file.',
  ],
  ['an empty zip file', bytes(0x50, 0x4b, 0x05, 0x06), WRONG_TYPE],
  [
    'an old Excel workbook',
    bytes(0xd0, 0xcf, 0x11, 0xe0),
    'This is an Excel workbook (.xls). Open it and save it as CSV, then choose that file.',
  ],
  ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47), WRONG_TYPE],
  ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), WRONG_TYPE],
  ['a GIF', bytes(0x47, 0x49, 0x46, 0x38), WRONG_TYPE],
])('%s is refused by its first bytes, and never unpacked', (_what, content, message) => {
  expect(refuseByBytes(content)?.message).toBe(message);
});

it.each([
  [
    '<!DOCTYPE html><p>Sign in',
    'This is a web page, not a CSV file. Your broker session may have ended: sign in there and download again.',
  ],
  [
    '\n<TABLE><tr><td>1',
    'This is a web page, not a CSV file. Your broker session may have ended: sign in there and download again.',
  ],
  ['<?xml version="1.0"?><rows/>', WRONG_TYPE],
  ['{"rows":[]}', WRONG_TYPE],
  ['[1,2]', WRONG_TYPE],
  ['!Type:Invst\nD1/1/25', WRONG_TYPE],
  ['OFXHEADER:100', WRONG_TYPE],
  [' \n\t', 'The file is empty.'],
])('text of another format is refused: %s', (text, message) => {
  expect(refuseByText(text)?.message).toBe(message);
});

it('a file of 100 MB is refused by its size, with the size, the limit and what to do', () => {
  expect(checkImportFile({ name: 'all.csv', type: 'text/csv', size: 100_000_000 })?.message).toBe(
    'This file is 95.37 MB. The largest import is 25 MB (about 220,000 rows). Split it by year.',
  );
  expect(checkImportFile({ name: 'all.csv', type: 'text/csv', size: 25 * 1024 * 1024 })).toBeNull();
});

it.each([
  ['UTF-8', new TextEncoder().encode('Zoë,£'), 'utf-8'],
  ['Windows-1252', Uint8Array.from([0x5a, 0xeb, 0x2c, 0xa3]), 'windows-1252'],
  ['UTF-16 LE', Uint8Array.from([0x61, 0, 0x2c, 0, 0x62, 0]), 'utf-16le'],
  ['UTF-16 BE', Uint8Array.from([0, 0x61, 0, 0x2c, 0, 0x62]), 'utf-16be'],
  ['an overlong sequence', Uint8Array.from([0x61, 0xc0, 0xaf]), 'windows-1252'],
  ['half a character at the end', Uint8Array.from([0x61, 0xe2, 0x82]), 'windows-1252'],
  ['half a surrogate pair', Uint8Array.from([0xed, 0xa0, 0x80]), 'windows-1252'],
])('%s is known by its content', (_name, content, encoding) => {
  expect(decodeText(content)).toMatchObject({ encoding });
});

it('the signs that Windows-1252 has where ISO-8859-1 has none are read on every version of Node.js', () => {
  expect(decodeText(Uint8Array.from([0x80, 0x31, 0x2c, 0x91, 0x92, 0x96, 0x9f, 0xa3]))).toEqual({
    encoding: 'windows-1252',
    text: '€1,‘’–Ÿ£',
  });
});
