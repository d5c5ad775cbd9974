/**
 * Text cells: what is removed when a file is read, and the protection from spreadsheet formulas when one is written.
 */
import { unwrapExcelText } from './numbers.ts';

// oxlint-disable-next-line no-control-regex -- control characters are just what is removed
const LINE_BREAKS = /[\r\n\u0085\u2028\u2029\u000B\u000C\t]+/gu;
// oxlint-disable-next-line no-control-regex -- control, zero-width and bidirectional characters are just what is removed
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const PLAIN = /^[\u0020-\u007E]*$/u;
/** Spreadsheets in East Asian languages also treat full-width signs as the start of a formula. */
const GUARDED = /^''*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const DANGEROUS = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * A cell as text: without Excel's wrapper and invisible characters, line breaks as spaces, trimmed; otherwise as typed.
 */
export function cleanText(cell: string): string {
  if (PLAIN.test(cell) && !cell.startsWith('=')) return cell.trim();
  return unwrapExcelText(cell.trim()).replace(LINE_BREAKS, ' ').replace(INVISIBLE, '').trim();
}

/**
 * Text that no spreadsheet takes for a formula: one that starts with `=`, `+`, `-`, `@`, tab or CR, or with apostrophes
 * before one of them, gets one apostrophe in front.
 */
export function guardFormula(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}

/** Removes exactly the apostrophe that `guardFormula` added. */
export function unguardFormula(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

/** Text shortened for a message. */
export function shorten(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Names are compared without case and surrounding space; any run of white space is one space. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase();
}

const YES = new Set(['yes', 'true', 'y', '1', 'x']);
const NO = new Set(['no', 'false', 'n', '0']);

/** True or false for a yes or no, null for an empty cell; other text is returned as it is and refused by the check. */
export function yesOrNo(text: string): boolean | string | null {
  const word = text.toLowerCase();
  if (word === '') return null;
  return YES.has(word) ? true : NO.has(word) ? false : text;
}
