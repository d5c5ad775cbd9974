/**
 * What the columns of a broker's file that its profile does not know say against a row: another currency, a charge or tax
 * that was not read, a price that does not lead to the amount.
 */
import { absolute, add, multiply, subtract } from '../../values/decimal.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { currencyOfWord } from '../cells/words.ts';
import { cellOf, isProduct, sizeOf, sumOf, type Figure } from '../profiles/figures.ts';
import type { ProfileCells, ProfileRow } from '../profiles/profile.ts';
import {
  CHARGE_FIELDS,
  fieldOfHeader,
  isChargeField,
  normaliseHeader,
  type ChargeField,
  type TransactionField,
} from '../tables/columns.ts';
import { currenciesOf } from './broker-figures.ts';
import { chargeField, isTaxHeading } from './charge-columns.ts';
import type { NamedColumn } from './column-cells.ts';
import { type FigureKind, kindOfFigures } from './figure-headings.ts';

/** What may be money that belongs to a trade. */
const FIGURES: ReadonlySet<FigureKind | null> = new Set<FigureKind>(['money', 'others']);
/** Rates in hundredths of a per cent, and what a position is worth or has made. */
const NO_FIGURE = /\b(?:bps|basis points|equity|nwa|result)\b/u;
const ZERO = 0n as Figure;
const CURRENCY_HEADING = /^(?:\w{1,20} )?(?:currency|ccy)$/u;
const NO_FIELDS: ReadonlyMap<TransactionField, number> = new Map();
const NO_NOTES: readonly string[] = [];
const TRADES: ReadonlySet<string | undefined> = new Set(['BUY', 'SELL']);

export class UnreadBrokerColumns {
  private readonly currencies: NamedColumn[] = [];
  private readonly charges: (NamedColumn & { readonly field: ChargeField })[] = [];
  private readonly taxes: NamedColumn[] = [];
  private readonly prices: NamedColumn[] = [];
  private readonly others: NamedColumn[] = [];
  private readonly isEmpty: boolean;

  constructor(header: readonly string[], isRead: (position: number) => boolean) {
    header.forEach((cell, position) => {
      if (cell.trim() === '' || cell.length > 80 || isRead(position)) return;
      const column = { position, heading: shorten(cleanText(cell), 40) };
      const [text, field] = [normaliseHeader(cell), fieldOfHeader(cell)];
      const charge = isChargeField(field) ? field : chargeField(cell, header, NO_FIELDS);
      if (CURRENCY_HEADING.test(text)) this.currencies.push(column);
      else if (charge !== null) this.charges.push({ ...column, field: charge });
      else if (isTaxHeading(text)) this.taxes.push(column);
      else if (field === 'price' || field === 'localPrice') this.prices.push(column);
      else if (!NO_FIGURE.test(text) && FIGURES.has(kindOfFigures(cell, text, true))) this.others.push(column);
    });
    this.isEmpty = [this.currencies, this.charges, this.taxes, this.prices, this.others].every(
      ({ length }) => length === 0,
    );
  }

  /** A row whose profile knows only the sum of its charges, with each of them where these columns add up to it. */
  withCharges<T extends ProfileRow>(read: T, cells: readonly string[]): T {
    if (this.charges.length === 0 || read.kind !== 'transaction' || read.proof?.isChargeDerived !== true) return read;
    const stated = this.charges.map(({ position, field }) => [field, sizeOf(cells[position] ?? '')] as const);
    const [sum, derived] = [sumOf(...stated.map(([, size]) => size)), sizeOf(read.cells.brokerCharge ?? '')];
    if (sum === null || derived === null || !isSame(sum, derived)) return read;
    const ofField = (field: ChargeField): string =>
      cellOf(sumOf(...stated.flatMap(([charge, size]) => (charge === field ? [size] : []))));
    const charges = Object.fromEntries(CHARGE_FIELDS.map((field) => [field, ofField(field)]));
    return { ...read, cells: { ...read.cells, ...charges }, proof: { ...read.proof, isChargeDerived: false } };
  }

  /** The notes on a row of these cells that was read as `read`. */
  notes(cells: readonly string[], read: ProfileCells): readonly string[] {
    if (this.isEmpty) return NO_NOTES;
    const { transactionType: type } = read;
    return [
      ...this.currencies.map((column) => currencyNote(column, cells, read)),
      ...(TRADES.has(type) ? this.charges.map((column) => chargeNote(column, cells, read)) : []),
      ...this.taxes.map((column) => chargeNote(column, cells, read)),
      ...(TRADES.has(type) ? this.prices.map((column) => priceNote(column, cells, read)) : []),
      ...(TRADES.has(type) ? this.others.map((column) => otherNote(column, cells, read)) : []),
    ].filter((note) => note !== null);
  }
}

function currencyNote({ position, heading }: NamedColumn, cells: readonly string[], read: ProfileCells): string | null {
  const named = currencyOfWord(cells[position] ?? '');
  if (named === null) return null;
  const known = currenciesOf(read);
  return known.has(named.code)
    ? null
    : `'${heading}' is ${named.code}, but the amounts were read as ${[...known].join(' and ')}. Check their currency.`;
}

/** A charge that is one of the row's, or all of them, was read from another column. */
function chargeNote({ position, heading }: NamedColumn, cells: readonly string[], read: ProfileCells): string | null {
  const stated = sizeOf(cells[position] ?? '');
  if (stated === null || stated === 0n) return null;
  const charges = chargesOf(read);
  return isKnown(stated, [...charges, sumOf(...charges), sizeOf(read.taxWithheld ?? '')])
    ? null
    : notRead(heading, stated);
}

/** Money under a heading that the broker's files do not have, which none of the row's figures make. */
function otherNote({ position, heading }: NamedColumn, cells: readonly string[], read: ProfileCells): string | null {
  const cell = cells[position] ?? '';
  const stated = /\d[.,]\d/u.test(cell) ? sizeOf(cell) : null;
  if (stated === null || stated === 0n) return null;
  const charges = chargesOf(read);
  const [units, amount] = [sizeOf(read.quantity ?? ''), sizeOf(read.consideration ?? '')];
  const [prices, sum] = [[sizeOf(read.price ?? ''), sizeOf(read.localPrice ?? '')], sumOf(...charges) ?? ZERO];
  const products = prices.map((price) => (price === null || units === null ? null : absolute(multiply(price, units))));
  const nets = [...products, amount].flatMap((gross) =>
    gross === null ? [] : [gross, add(gross, sum), absolute(subtract(gross, sum))],
  );
  return isKnown(stated, [...charges, sum, ...prices, units, ...nets]) ? null : notRead(heading, stated);
}

function chargesOf(read: ProfileCells): readonly (Figure | null)[] {
  return CHARGE_FIELDS.map((field) => sizeOf(read[field] ?? ''));
}

function isKnown(stated: Figure, figures: readonly (Figure | null)[]): boolean {
  return figures.some((figure) => figure !== null && isSame(figure, stated));
}

function notRead(heading: string, stated: Figure): string {
  return `'${heading}' states ${cellOf(stated)}, which was not read. Check whether it belongs to this row.`;
}

function isSame(a: Figure, b: Figure): boolean {
  return absolute(subtract(a, b)) * 200n <= 10n ** 24n;
}

function priceNote({ position, heading }: NamedColumn, cells: readonly string[], read: ProfileCells): string | null {
  const price = (cells[position] ?? '').trim();
  const [units, amount] = [sizeOf(read.quantity ?? ''), sizeOf(read.consideration ?? '')];
  if (sizeOf(price) === null || units === null || amount === null) return null;
  if (isProduct(units, price, amount) || isProduct(units, `${price}p`, amount)) return null;
  return `'${heading}' is ${price}, which does not lead to the amount of ${cellOf(amount)} for ${cellOf(units)} units. Check both.`;
}
