/**
 * Trades, income and cash that may be stored already in another form: with another amount, day, number of units or tax
 * wrapper, corrected since, or as parts of one.
 */
import { dayMonthYear, daysBetween, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { businessDaysAfter, weekdaysAfter } from '../../plans/settlement.ts';
import { isCashEvent, type TransactionType } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { money } from '../row-figures/proof-context.ts';
import { shorten } from '../cells/cell-text.ts';
import { describeTrade, unitsText } from '../stored/describe-trade.ts';
import { type LikelyDuplicate } from '../stored/duplicates.ts';
import { areTwoReferences, referenceKey } from '../stored/trade-keys.ts';
import type { PreparedRow } from './import-content.ts';

/** Amounts of one trade differ by its charges, or by the exchange rate with which each file was converted. */
const MOST_DIFFERENCE = 0.05;
/** A charge in pounds, which may be more of a small trade. */
const USUAL_CHARGE = 20;
/** Business days from a trade to its settlement; holidays of other exchanges may add days. */
const SETTLEMENT_DAYS = [1, 2];
/** Units of a fund, which are rarely whole, are priced a day later and paid up to four days after that. */
const FUND_DAYS = [...SETTLEMENT_DAYS, 3, 4, 5];
/** A correction, or a purchase with a dividend, is on the same day or a few later. */
const MOST_DAYS = 10;
/** A bank holiday beside a weekend may be between the day of a payment and the day on which it is posted. */
const MOST_DAYS_OF_CASH = 3;
/** The most rows of one security and day that are compared with each other. */
const MOST_ALIKE = 100;

/** The references of all rows of the file. */
type References = ReadonlySet<string>;

/** A way in which a row may be a stored transaction although it does not equal it. */
interface Likeness {
  /** What both have in common; null for rows that cannot be alike. */
  readonly keyOf: (fields: TransactionFields) => string | null;
  readonly fits: (fields: TransactionFields, stored: Transaction, references: References) => boolean;
  /** Only those are compared whose key no other one has, in the file or in the store. */
  readonly isUnique?: true;
  /** Stored transactions of other securities than those of the file are compared as well. */
  readonly isOfAnySecurity?: true;
  /** What is said to the user. */
  readonly noteOf: (stored: Transaction) => string;
}

const REINVESTED = 'DIVIDEND_REINVESTED';
/** Movements of cash that files name differently. */
const CASH_KINDS: ReadonlyMap<TransactionType, 'in' | 'out'> = new Map([
  ['DEPOSIT', 'in'],
  ['CONTRIBUTION', 'in'],
  ['CASH_TRANSFER_IN', 'in'],
  ['WITHDRAWAL', 'out'],
  ['CASH_TRANSFER_OUT', 'out'],
]);
const CHECK = 'Check whether this is the same one.';

const LIKENESSES = {
  amount: {
    keyOf: dayKey,
    fits: (fields, stored, references) => areUnitsAlike(fields, stored) && isNear(fields, stored, references),
    noteOf: ({ consideration }) =>
      `A stored transaction of that day has the same security and units, at £${money.format(consideration)}. ${CHECK}`,
  },
  units: {
    keyOf: (fields) =>
      isTrade(fields) && fields.consideration > 0 ? `${dayKey(fields)}|${fields.consideration}` : null,
    fits: (fields, stored, references) =>
      fields.quantity !== stored.quantity && !haveTwoReferences(fields, stored, references),
    noteOf: ({ quantity }) =>
      `A stored transaction of that day has the same security and amount, and ${unitsText(quantity ?? 0)} units. ${CHECK}`,
  },
  day: {
    keyOf: dealKey,
    fits: isSettlement,
    noteOf: ({ transactionDate }) =>
      `A stored transaction on ${dayMonthYear(transactionDate)} has the same security, units and amount, and one of the two days may be the settlement day, or that of another time zone. ${CHECK}`,
  },
  dayAndUnits: {
    keyOf: (fields) => (isTrade(fields) ? `${tradedKey(fields)}|${fields.consideration}` : null),
    fits: (fields, stored, references) =>
      fields.quantity !== stored.quantity && areUnitsAlike(fields, stored) && isSettlement(fields, stored, references),
    noteOf: (stored) =>
      `The stored ${describeTrade(stored)} is nearly the same, and one of the two days may be the settlement day. ${CHECK}`,
  },
  payment: {
    keyOf: ({ transactionType, accountId, isin, taxWrapper, consideration }) =>
      transactionType === 'DIVIDEND' || transactionType === 'INTEREST'
        ? `${accountId}|${isin}|${taxWrapper}|${transactionType}|${consideration}`
        : null,
    fits: (fields, stored) =>
      fields.transactionDate !== stored.transactionDate &&
      Math.abs(daysBetween(fields.transactionDate, stored.transactionDate)) <= MOST_DAYS,
    noteOf: ({ transactionDate }) =>
      `A stored transaction on ${dayMonthYear(transactionDate)} has the same security and amount. ${CHECK}`,
  },
  income: {
    keyOf: (fields) =>
      isIncome(fields) ? `${fields.accountId}|${fields.transactionDate}|${fields.isin}|${fields.taxWrapper}` : null,
    fits: (fields, stored, references) =>
      !isNear(fields, stored, references) && !haveTwoReferences(fields, stored, references),
    noteOf: ({ consideration }) =>
      `A stored income of that day from the same security is £${money.format(consideration)}, perhaps before tax or after it, or corrected since. ${CHECK}`,
  },
  security: {
    isOfAnySecurity: true,
    keyOf: (fields) =>
      isTrade(fields) && fields.consideration > 0
        ? `${fields.accountId}|${fields.transactionDate}|${fields.taxWrapper}|${fields.transactionType}|${fields.quantity}|${fields.consideration}`
        : null,
    fits: (fields, stored, references) => fields.isin !== stored.isin && !haveTwoReferences(fields, stored, references),
    noteOf: ({ isin }) =>
      `A stored transaction of that day has the same units and amount, but the ISIN ${isin}, which may have changed since. ${CHECK}`,
  },
  cashType: {
    keyOf: (fields) => {
      const kind = CASH_KINDS.get(fields.transactionType);
      const { accountId, transactionDate, taxWrapper, cashAmount, cashCurrency } = fields;
      return kind === undefined
        ? null
        : `${accountId}|${transactionDate}|${taxWrapper}|${kind}|${cashAmount}|${cashCurrency}`;
    },
    fits: (fields, stored) => fields.transactionType !== stored.transactionType,
    noteOf: (stored) => `The stored ${describeTrade(stored)} is a movement of the same amount. ${CHECK}`,
  },
  reinvestedIncome: reinvestedAs('DIVIDEND'),
  reinvestedPurchase: reinvestedAs('BUY'),
  cash: {
    keyOf: cashKey,
    fits: (fields, stored) =>
      fields.transactionDate !== stored.transactionDate &&
      Math.abs(daysBetween(fields.transactionDate, stored.transactionDate)) <= MOST_DAYS_OF_CASH,
    noteOf: ({ transactionDate }) =>
      `The stored movement of the same amount on ${dayMonthYear(transactionDate)} may be this one, dated by another file. ${CHECK}`,
  },
  reference: {
    isUnique: true,
    keyOf: numberedReference,
    fits: (fields, stored) => Math.abs(daysBetween(fields.transactionDate, stored.transactionDate)) <= MOST_DAYS,
    noteOf: (stored) =>
      `The stored ${describeTrade(stored)} has the same reference. Check whether this row corrects it.`,
  },
} satisfies Readonly<Record<string, Likeness>>;

/** The sentences that say which stored transactions a row may be, by row. */
export type LikelyDuplicates = ReadonlyMap<PreparedRow, readonly string[]>;

/** Finds the stored transactions that no row equals and that may be one of the other rows. */
export function likelyDuplicates(rows: readonly PreparedRow[], all: readonly Transaction[]): LikelyDuplicates {
  const [open, equal] = [new Array<PreparedRow>(), new Set<Transaction>()];
  const [isins, days] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    if (row.duplicate !== null && 'stored' in row.duplicate) equal.add(row.duplicate.stored);
    if (row.duplicate !== null || row.fields === null) continue;
    open.push(row);
    isins.add(row.fields.isin);
    days.add(row.fields.transactionDate);
  }
  if (open.length === 0) return new Map();
  const others = all.filter((one) => isins.has(one.isin) && !equal.has(one));
  const ofDays = all.filter((one) => days.has(one.transactionDate) && !equal.has(one));
  if (others.length + ofDays.length === 0) return new Map();
  const found = new Map<PreparedRow, string[]>();
  const add = (row: PreparedRow, note: string): void => {
    const notes = found.get(row);
    if (notes === undefined) found.set(row, [note]);
    else notes.push(note);
  };
  const references = new Set(rows.flatMap(({ fields }) => (fields === null ? [] : [referenceKey(fields)])));
  const hasOtherDays = mayDateCashOtherwise(open, others, equal);
  for (const [name, likeness] of Object.entries<Likeness>(LIKENESSES)) {
    if (name === 'cash' && !hasOtherDays) continue;
    const compared = likeness.isOfAnySecurity === true ? ofDays : others;
    for (const [row, like] of pairs(open, compared, likeness, { rows, references })) add(row, likeness.noteOf(like));
  }
  for (const row of sameTotals(open, others))
    add(
      row,
      'Several trades of that day have as many units of this security together as the stored ones. Check whether they are the same.',
    );
  return found;
}

/** What is said of a row that equals a stored transaction in another tax wrapper or under another reference. */
export function likelyDuplicateNote({ kind, stored }: LikelyDuplicate): string {
  const differences = {
    otherWrapper: `in the tax wrapper ${stored.taxWrapper}`,
    otherReference: `with the reference ${shorten(stored.brokerDealReference)}, which this file does not name`,
    otherAccount: 'in another account than the new one of this row',
  } as const satisfies Readonly<Record<LikelyDuplicate['kind'], string>>;
  return `The stored ${describeTrade(stored)} is equal, but ${differences[kind]}. ${CHECK}`;
}

/** By row, a stored transaction with the same key and which fits; each once. `file` has all rows of the file. */
function pairs(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
  { keyOf, fits, isUnique }: Likeness,
  file: { readonly rows: readonly PreparedRow[]; readonly references: References },
): ReadonlyMap<PreparedRow, Transaction> {
  const found = new Map<PreparedRow, Transaction>();
  const keyOfRow = ({ fields }: PreparedRow): string | null => (fields === null ? null : keyOf(fields));
  const byKey = groupBy(rows, keyOfRow);
  const repeated =
    isUnique === true ? new Set([...repeatedKeys(file.rows.map(keyOfRow)), ...repeatedKeys(stored.map(keyOf))]) : null;
  for (const transaction of stored) {
    const key = keyOf(transaction);
    const alike = key === null || repeated?.has(key) === true ? [] : (byKey.get(key) ?? []);
    const fitting = (alike.length > MOST_ALIKE ? alike.slice(0, MOST_ALIKE) : alike).find(
      (row) => row.fields !== null && !found.has(row) && fits(row.fields, transaction, file.references),
    );
    if (fitting !== undefined) found.set(fitting, transaction);
  }
  return found;
}

function isIncome({ transactionType, isin }: TransactionFields): boolean {
  return (transactionType === 'DIVIDEND' || transactionType === 'INTEREST') && isin !== '';
}

function isTrade({ transactionType, quantity }: TransactionFields): boolean {
  return (transactionType === 'BUY' || transactionType === 'SELL') && quantity !== null;
}

/** A trade or an income on its day, whatever its figures; null for other rows. */
function dayKey(fields: TransactionFields): string | null {
  const { transactionType, accountId, transactionDate, isin, taxWrapper } = fields;
  return isTrade(fields) || transactionType === 'DIVIDEND'
    ? `${accountId}|${transactionDate}|${isin}|${taxWrapper}|${transactionType}`
    : null;
}

/** All of a trade but its day; null for other rows. */
function dealKey(fields: TransactionFields): string | null {
  return isTrade(fields) ? `${tradedKey(fields)}|${fields.quantity}|${fields.consideration}` : null;
}

/** What is traded, in which direction and for whom. */
function tradedKey({ transactionType, accountId, isin, taxWrapper }: TransactionFields): string {
  return `${accountId}|${isin}|${taxWrapper}|${transactionType}`;
}

/** A reinvested dividend beside one of its two parts, which another file may state instead of it. */
function reinvestedAs(part: 'DIVIDEND' | 'BUY'): Likeness {
  return {
    keyOf: ({ transactionType, accountId, isin, taxWrapper, consideration }) =>
      (transactionType === REINVESTED || transactionType === part) && consideration > 0
        ? `${accountId}|${isin}|${taxWrapper}|${consideration}`
        : null,
    fits: (fields, stored) =>
      (fields.transactionType === REINVESTED) !== (stored.transactionType === REINVESTED) &&
      Math.abs(daysBetween(fields.transactionDate, stored.transactionDate)) <= MOST_DAYS,
    noteOf: (stored) =>
      `The stored ${describeTrade(stored)} may belong to the same reinvested dividend. Check that its income and its units are recorded once.`,
  };
}

/** A reference with a number, and what it is about; null for a word such as `INTEREST`. */
function numberedReference(fields: TransactionFields): string | null {
  const { accountId, isin, transactionType, brokerDealReference } = fields;
  return brokerDealReference.length >= 3 && /\d/u.test(brokerDealReference)
    ? `${accountId}|${isin}|${transactionType}|${referenceKey(fields)}`
    : null;
}

/** The keys that occur more than once, as the reference of an order on each of its parts. */
function repeatedKeys(keys: readonly (string | null)[]): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const key of keys) if (key !== null) (seen.has(key) ? repeated : seen).add(key);
  return repeated;
}

/**
 * Whether a file may date cash otherwise than the stored one: an export with any movement on its stored day does not, and
 * one that begins after all stored ones continues them.
 */
function mayDateCashOtherwise(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
  equal: ReadonlySet<Transaction>,
): boolean {
  const isCash = ({ transactionType }: TransactionFields): boolean => isCashEvent(transactionType);
  for (const one of equal) if (isCash(one)) return false;
  let [first, last] = ['9999', ''];
  for (const { fields } of rows)
    if (fields !== null && isCash(fields) && fields.transactionDate < first) first = fields.transactionDate;
  for (const one of stored) if (isCash(one) && one.transactionDate > last) last = one.transactionDate;
  return first <= last;
}

/** A movement of cash, whatever its day and broker; null for other rows. */
function cashKey({ transactionType, accountId, taxWrapper, cashAmount, cashCurrency }: TransactionFields) {
  return isCashEvent(transactionType)
    ? `${accountId}|${taxWrapper}|${transactionType}|${cashAmount}|${cashCurrency}`
    : null;
}

/** Whether one of two equal trades is on the settlement day of the other. */
function isSettlement(fields: TransactionFields, stored: Transaction, references: References): boolean {
  const [early, late] = fields.transactionDate < stored.transactionDate ? [fields, stored] : [stored, fields];
  // Most equal trades are months apart, which is cheap to see.
  if (early.transactionDate === late.transactionDate || monthOf(late) - monthOf(early) > 1) return false;
  return settlesOn(early, late.transactionDate) && !haveTwoReferences(fields, stored, references);
}

function monthOf({ transactionDate }: TransactionFields): number {
  return Number(transactionDate.slice(0, 4)) * 12 + Number(transactionDate.slice(5, 7));
}

function settlesOn({ transactionDate, settlementDate, quantity }: TransactionFields, day: IsoDate): boolean {
  // DEGIRO's value date is the day of the trade itself.
  if (settlementDate !== transactionDate && (settlementDate ?? '') !== '') return settlementDate === day;
  // A day begins at another hour abroad.
  if (daysBetween(transactionDate, day) === 1) return true;
  const settles = Number.isInteger(quantity) ? SETTLEMENT_DAYS : FUND_DAYS;
  return settles.some((days) =>
    [businessDaysAfter, weekdaysAfter].some((after) => after(transactionDate, days) === day),
  );
}

/** Two references are two trades, also at the same amount. */
function haveTwoReferences(fields: TransactionFields, stored: Transaction, references: References): boolean {
  return (
    fields.brokerDealReference !== '' &&
    stored.brokerDealReference !== '' &&
    areTwoReferences(fields, stored, references)
  );
}

function isNear(fields: TransactionFields, stored: Transaction, references: References): boolean {
  const [amount, other] = [fields.consideration, stored.consideration];
  const most = Math.max(Math.max(amount, other) * MOST_DIFFERENCE, isTrade(fields) ? USUAL_CHARGE : 0);
  return amount !== other && Math.abs(amount - other) <= most && !haveTwoReferences(fields, stored, references);
}

/** True for an income, and for trades whose units are the same when both are rounded as the less exact one is. */
function areUnitsAlike(fields: TransactionFields, stored: Transaction): boolean {
  if (!isTrade(fields) || fields.quantity === stored.quantity) return true;
  const [own, other] = [fields.quantity ?? 0, stored.quantity ?? 0];
  const difference = Math.abs(own - other);
  // One decimal at least is printed of rounded units.
  if (difference >= 0.1) return false;
  const places = Math.min(decimals(own), decimals(other));
  return places > 0 && difference < 10 ** -places;
}

function decimals(value: number): number {
  return /\.(\d+)$/u.exec(String(value))?.[1]?.length ?? 0;
}

/** The rows of a day that have as many units as the stored ones of that day, where one side has more parts. */
function sameTotals(rows: readonly PreparedRow[], stored: readonly Transaction[]): readonly PreparedRow[] {
  const tradesKey = (fields: TransactionFields): string | null => (isTrade(fields) ? dayKey(fields) : null);
  const byDay = groupBy(rows, ({ fields }) => (fields === null ? null : tradesKey(fields)));
  const total = (all: readonly (TransactionFields | null)[]): number =>
    all.reduce((sum, one) => sum + (one?.quantity ?? 0), 0);
  const found: PreparedRow[] = [];
  for (const [key, parts] of groupBy(stored, tradesKey)) {
    const alike = key === null ? [] : (byDay.get(key) ?? []);
    if (alike.length === 0 || alike.length === parts.length) continue;
    const [own, other] = [total(alike.map(({ fields }) => fields)), total(parts)];
    if (Math.abs(own - other) <= own * 1e-9) found.push(...alike);
  }
  return found;
}
