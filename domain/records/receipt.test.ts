import { describe, expect, it } from 'vitest';
import { formatBytes } from '../values/file-size.ts';
import { FILE_NAME_LIMIT, receiptContentType, safeFileName } from './receipt.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])));
const PNG = bytes(0x89, 'PNG\r\n', 0x1a, '\n', 'rest');
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 'rest');

describe('the file of a receipt', () => {
  it.each([
    ['a.pdf', bytes('%PDF-1.7 x'), 'application/pdf'],
    ['A.PDF', bytes('%PDF-1.7 x'), 'application/pdf'],
    ['photo.jpg', JPEG, 'image/jpeg'],
    ['photo.jpeg', JPEG, 'image/jpeg'],
    ['scan.tar.png', PNG, 'image/png'],
    ['a.gif', bytes('GIF89a rest'), 'image/gif'],
    ['a.gif', bytes('GIF87a rest'), 'image/gif'],
    ['a.webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 '), 'image/webp'],
  ] as const)('%s with its own first bytes', (name, content, type) => {
    expect(receiptContentType(name, content)).toBe(type);
  });

  it.each([
    ['content of another kind', 'a.pdf', PNG],
    ['an extension of another kind', 'a.png', JPEG],
    ['no extension', 'pdf', bytes('%PDF-1.7')],
    ['a second extension that is none', 'a.pdf.html', bytes('%PDF-1.7')],
    ['a page', 'a.pdf', bytes('<html>%PDF-1.7')],
    ['a polyglot that starts otherwise', 'a.pdf', bytes('MZ\r\n%PDF-1.7')],
    ['a drawing, which can hold a script', 'a.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a sound in the same envelope as WebP', 'a.webp', bytes('RIFF', 1, 2, 3, 4, 'WAVEfmt ')],
    ['a file that ends within its first bytes', 'a.png', PNG.subarray(0, 5)],
    ['nothing', 'a.pdf', bytes()],
  ])('%s is refused', (_what, name, content) => {
    expect(receiptContentType(name, content)).toBeNull();
  });
});

it.each([
  ['note.pdf', 'note.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  [String.raw`C:\Users\a\note.pdf`, 'note.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
  ['\u202Efdp.exe.pdf', 'fdp.exe.pdf'],
  ['.pdf', 'pdf'],
  ['e\u0301tat.pdf', '\u00E9tat.pdf'],
  ['\0.pdf', 'pdf'],
  ['', 'receipt'],
  ['a".pdf', 'a.pdf'],
])('the name %j becomes %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
});

it('a long name keeps its extension', () => {
  const name = safeFileName(`a${'🦄'.repeat(300)}.webp`);
  expect([name.length <= FILE_NAME_LIMIT, name.endsWith('🦄.webp')]).toEqual([true, true]);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [10_485_760, '10.00 MB'],
  [1_288_490_189, '1.20 GB'],
])('%i bytes read %s', (size, text) => {
  expect(formatBytes(size)).toBe(text);
});
