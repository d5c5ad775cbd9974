/**
 * Cash in Interactive Brokers' files: conversions with both sides, and the sections of an activity statement that move
 * cash.
 */
import { absolute, add, negate, ONE, subtract } from '../../values/decimal.ts';
import { isPlausibleCharge } from '../cells/figure-proof.ts';
import type { CashKind } from './cash.ts';
import { cellOf, isProduct, productOf, sizeOf, valueOf, type Figure } from './figures.ts';
import { cash, type BrokerRow, type ProfileRow } from './profile.ts';

/** A row with the headings of its own section. */
export interface SectionRow {
  readonly row: BrokerRow;
  readonly section: string;
  /** `Data`, `Header`, `SubTotal` or `Total`. */
  readonly kind: string;
  readonly headings: readonly string[];
  get(heading: string): string;
}

/** The day in `2025-04-08, 09:06:18`. */
export function day(text: string): string {
  return text.split(',')[0]?.trim() ?? '';
}

/** Sections whose rows move cash. */
export const CASH_SECTIONS: Readonly<Record<string, CashKind>> = {
  'Deposits & Withdrawals': 'payment',
  Interest: 'interest',
  Fees: 'fee',
};

/** Cash sections in one currency whose rows do not add up to the total below them. */
export function wrongSectionsOf(rows: readonly SectionRow[]): ReadonlySet<string> {
  const sums = new Map<string, { sum: Figure; readonly currencies: Set<string>; total: Figure | null }>();
  for (const row of rows) {
    if (row.kind !== 'Data' || CASH_SECTIONS[row.section] === undefined) continue;
    const known = sums.get(row.section) ?? { sum: 0n as Figure, currencies: new Set<string>(), total: null };
    sums.set(row.section, known);
    const amount = valueOf(row.get('amount'));
    if (amount === null) continue;
    if (row.row.cells.some((cell) => /^total$/iu.test(cell.trim()))) known.total = amount;
    else if (!row.row.cells.some((cell) => /^total\b/iu.test(cell.trim()))) {
      known.sum = add(known.sum, amount);
      known.currencies.add(row.get('currency'));
    }
  }
  return new Set(
    [...sums].flatMap(([section, { sum, currencies, total }]) =>
      total !== null && currencies.size === 1 && absolute(subtract(sum, total)) * 100n > ONE ? [section] : [],
    ),
  );
}

/** A row of a section that moves cash. */
export function movedCash(row: SectionRow, kind: CashKind, wrongSections: ReadonlySet<string>): ProfileRow {
  const date = row.get('settle date') || row.get('date');
  if (date === '' || /^total/iu.test(row.get('currency'))) return { kind: 'ignored' };
  return cash({
    kind,
    date,
    amount: valueOf(row.get('amount')),
    currency: row.get('currency'),
    words: row.get('description') || row.section,
    isRefund: /debit interest|refund|rebate/iu.test(row.get('description')),
    ...(wrongSections.has(row.section) && {
      note: `The rows of ${row.section} do not add up to the total that the file states for them. Check the amount.`,
    }),
  });
}

interface Conversion {
  readonly line: number;
  /** `GBP.USD`: a quantity of pounds against dollars. */
  readonly symbol: string;
  readonly date: string;
  readonly quantity: Figure | null;
  /** The amount received or paid in the second currency; its direction is opposite to the quantity's. */
  readonly money: Figure | null;
  /** As the file writes it. */
  readonly price: string;
  readonly fee: Figure | null;
  readonly feeCurrency: string;
  /** The currency of the second side, where the symbol does not name it. */
  readonly currency: string;
  readonly reference: string;
}

/** Both sides of a conversion and its commission; quantity x price must equal the proceeds. */
export function conversionRow(conversion: Conversion): ProfileRow {
  const { line, symbol, date, quantity, fee, reference } = conversion;
  const [base = '', quote = conversion.currency] = symbol.split('.');
  const size = productOf(quantity === null ? null : absolute(quantity), sizeOf(conversion.price));
  const received = conversion.money ?? (size !== null && (quantity ?? 0n) > 0n ? negate(size) : size);
  if (quantity === null || received === null || base === '')
    return { kind: 'fault', message: 'A conversion without both of its amounts. Enter it by hand.' };
  const isWrong = !isProduct(quantity, conversion.price, received) || quantity > 0n === received > 0n;
  // The side in the commission's currency, else the second.
  const charged = Number(cellOf(absolute(conversion.feeCurrency === base ? quantity : received)));
  const isOddFee = fee !== null && !isPlausibleCharge(Math.abs(Number(cellOf(fee))), charged);
  const common = { date, reference, isExact: true };
  const side = {
    ...common,
    kind: 'transfer',
    pair: `line ${line}`,
    words: `Conversion ${symbol}`,
    ...(isWrong && { note: 'Quantity x price is not the proceeds of the conversion. Check them.' }),
  } as const;
  return {
    kind: 'cash',
    moves: [
      { ...side, amount: quantity, currency: base },
      { ...side, amount: received, currency: quote },
      ...(fee === null || fee === 0n
        ? []
        : [
            {
              ...common,
              kind: 'fee' as const,
              amount: fee,
              currency: conversion.feeCurrency,
              words: `Commission of ${symbol}`,
              ...(isOddFee && { note: `A commission of ${cellOf(fee)} is high for this conversion. Check it.` }),
            },
          ]),
    ],
  };
}

/** A conversion of an activity statement: `GBP.USD`, -1,510 and 1,984.895 mean that pounds were sold for dollars. */
export function forexTrade(row: SectionRow): ProfileRow {
  const feeCurrency = /^comm in ([a-z]{3})$/u.exec(row.headings.find((key) => key.startsWith('comm in')) ?? '')?.[1];
  return conversionRow({
    line: row.row.line,
    symbol: row.get('symbol'),
    date: day(row.get('date/time')),
    quantity: valueOf(row.get('quantity')),
    money: valueOf(row.get('proceeds')),
    price: row.get('t. price'),
    fee: valueOf(row.get(`comm in ${feeCurrency ?? ''}`)) ?? valueOf(row.get('comm/fee')),
    feeCurrency: (feeCurrency ?? row.get('currency')).toUpperCase(),
    currency: row.get('currency'),
    reference: '',
  });
}
