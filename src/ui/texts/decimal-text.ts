/** Decimal figures as people type and read them; text in, text out, no digit lost. */
import { add, parseExact, toText } from '../../../domain/values/decimal.ts';

/** Commas that group thousands, and no other. */
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;

/**
 * Removes what people type around a figure (£, spaces, commas that group thousands) and turns a true minus into `-`.
 * Another comma stays, so that the text is not a figure: `12,50` could mean 12.50 or 1,250.
 */
export function cleanDecimalText(typed: string): string {
  const text = typed.replace(/[£\s]/gu, '').replace(/−/gu, '-');
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/**
 * `1234567.5` as `1,234,567.50` when `places` is 2, and `.5`, `+7` and `007` as other figures are written; text that is
 * not a plain decimal is returned unchanged.
 */
export function groupDecimalText(text: string, places: number): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?$/u.exec(text);
  if (match === null || !/\d/u.test(text)) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const grouped = (whole === '' ? '0' : whole).replace(/\B(?=(?:\d{3})+$)/gu, ',');
  const filled = fraction.padEnd(places, '0');
  return `${sign === '-' ? '−' : ''}${grouped}${filled === '' ? '' : `.${filled}`}`;
}

/** `10.5` and `0.01` to `10.51`; empty text counts as nil, and text that is not a figure is returned unchanged. */
export function stepDecimalText(text: string, step: string): string {
  const value = parseExact<'pounds'>(text === '' ? '0' : text);
  const change = parseExact<'pounds'>(step);
  return value === null || change === null ? text : toText(add(value, change));
}
