/** Decimal figures as people type and read them; text in, text out, no digit lost. */

/** Removes what people type around a figure (£, grouping commas, spaces) and turns a true minus into `-`. */
export function cleanDecimalText(typed: string): string {
  return typed.replace(/[£,\s]/gu, '').replace(/−/gu, '-');
}

/** `1234567.5` as `1,234,567.50` when `places` is 2; text that is no plain decimal comes back unchanged. */
export function groupDecimalText(text: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/u.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  const filled = fraction.padEnd(places, '0');
  return `${sign === '' ? '' : '−'}${grouped}${filled === '' ? '' : `.${filled}`}`;
}
