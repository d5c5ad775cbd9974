/**
 * The columns of a transactions file: the field that a heading means, in the words of brokers, spreadsheets and our own
 * export.
 */
import { TRANSACTION } from '../../records/records.ts';
import { CURRENCY_CODES, isPenceHeader, withDollarCodes } from './heading-units.ts';
import { HEADING_SYNONYMS } from './heading-words.ts';

export const TRANSACTION_FIELDS = [
  'id',
  'transactionDate',
  'transactionType',
  'isin',
  'sedol',
  'ticker',
  'exchange',
  'assetName',
  'account',
  'broker',
  'taxWrapper',
  'quantity',
  'nativePrice',
  'localPrice',
  'price',
  'currency',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'exchangeRate',
  'brokerDealReference',
  'relatedIsin',
  'ratioNew',
  'ratioOld',
  'valueAfter',
  'costFraction',
  'smallTreatment',
  'incomeDate',
  'transferId',
  'cashAmount',
  'cashCurrency',
  'settlementDate',
  'contributionKind',
  'grossIncome',
  'taxWithheld',
  'taxCountry',
  'accountId',
  'brokerId',
] as const;
/** The fields of a transactions file. `price` is in the row's currency, pounds unless stated otherwise. */
export type TransactionField = (typeof TRANSACTION_FIELDS)[number];

export const CHARGE_FIELDS = ['brokerCharge', 'stampDuty', 'fxCharge'] as const satisfies readonly TransactionField[];
export type ChargeField = (typeof CHARGE_FIELDS)[number];

export function isChargeField(field: string | null): field is ChargeField {
  return CHARGE_FIELDS.some((charge) => charge === field);
}

/** The position of the column of prices, in pounds if there is one, else in the row's currency; -1 for none. */
export function priceColumn(fields: readonly (TransactionField | null)[]): number {
  const inPounds = fields.indexOf('localPrice');
  return inPounds === -1 ? fields.indexOf('price') : inPounds;
}

/** Headings of fields that a record has under another name, or not at all. */
const OTHER_HEADINGS = {
  id: 'Id',
  sedol: 'SEDOL',
  ticker: 'Ticker',
  exchange: 'Exchange',
  assetName: 'Asset',
  account: 'Account',
  broker: 'Broker',
  price: 'Price',
  currency: 'Currency',
  exchangeRate: 'Exchange Rate',
} as const satisfies { readonly [K in Exclude<TransactionField, keyof typeof TRANSACTION>]: string };

/** The heading of each field in our own files and in messages about any file. */
export const COLUMN_LABELS = Object.fromEntries(
  TRANSACTION_FIELDS.map((field) => [
    field,
    field in OTHER_HEADINGS
      ? OTHER_HEADINGS[field as keyof typeof OTHER_HEADINGS]
      : TRANSACTION[field as keyof typeof TRANSACTION].heading,
  ]),
) as Readonly<Record<TransactionField, string>>;

/** Other headings with the same meaning. */
const SYNONYMS: Readonly<Partial<Record<TransactionField, readonly string[]>>> = HEADING_SYNONYMS satisfies {
  readonly [K in keyof typeof HEADING_SYNONYMS]: K extends TransactionField ? readonly string[] : never;
};

const FIELD_OF_HEADER: ReadonlyMap<string, TransactionField> = new Map(
  TRANSACTION_FIELDS.flatMap((field) =>
    [COLUMN_LABELS[field], ...(SYNONYMS[field] ?? [])].map((heading) => [normaliseHeader(heading), field] as const),
  ),
);

/**
 * A heading in lower case without punctuation, currency signs and repeated spaces: ` BROKER_CHARGE (£)` is `broker
 * charge`.
 */
export function normaliseHeader(cell: string): string {
  return withDollarCodes(cell)
    .replace(/[Ââ]£|[£€$\uFFFD]/gu, ' ')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

const CODE_AT_END = new RegExp(` (?:in )?(?:${CURRENCY_CODES})$`, 'u');
const IN_PENCE = / (?:in )?(?:p|pence|gbx)$/u;
const CURRENCY_OF = /^(?:traded?|transaction|dealing|instrument|security|stock|asset|local|listing) currency$/u;
const RATE_OF_TWO = new RegExp(
  `^(?:fx|exchange|conversion) rate (?:${CURRENCY_CODES}) (?:to |per )?(?:${CURRENCY_CODES})$`,
  'u',
);

/** The field that a heading names, or null. */
export function fieldOfHeader(cell: string): TransactionField | null {
  const heading = normaliseHeader(cell);
  // `Price (GBp)` is in pence, unlike `Price (GBP)`.
  const known = heading === 'price gbp' && isPenceHeader(cell) ? 'price' : FIELD_OF_HEADER.get(heading);
  if (known !== undefined) return known;
  if (FIELD_OF_HEADER.get(heading.replace(IN_PENCE, '')) === 'price') return 'price';
  // `Fee (GBP)` is `Fee`, in pounds, and `Fee (USD)` the same in dollars; `Trade Date (UTC)` is a date.
  const amount = FIELD_OF_HEADER.get(heading.replace(CODE_AT_END, ''));
  if (amount !== undefined && (heading.endsWith(' gbp') || PRICED_FIELDS.has(amount))) return amount;
  if (CURRENCY_OF.test(heading)) return 'currency';
  // `FX rate GBP/USD`: the day's rate shows its direction.
  if (RATE_OF_TWO.test(heading)) return 'exchangeRate';
  return FIELD_OF_HEADER.get(heading.replace(/ (?:utc|gmt)$/u, '')) === 'transactionDate' ? 'transactionDate' : null;
}

/** Amounts that a file may state both in its own currency and in pounds. */
export const MONEY_FIELDS: ReadonlySet<TransactionField> = new Set([
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
]);
/** The fields that have a currency of their own. */
export const PRICED_FIELDS: ReadonlySet<TransactionField> = new Set([
  ...MONEY_FIELDS,
  'price',
  'nativePrice',
  'accruedInterest',
]);

const PAID =
  '(?:(?:amount )?(?:debits?|debited|paid(?: out)?)|(?:money |cash )?out|payments?|withdrawn|dr)(?: amount| value)?';
const RECEIVED =
  '(?:(?:amount )?(?:credits?|credited|received)|(?:money |cash |paid )?in|receipts?|cr)(?: amount| value)?';
const IN_CODE = `(?: (?:in )?(?:${CURRENCY_CODES}))?`;
const PAID_HEADING = new RegExp(`^${PAID}${IN_CODE}$`, 'u');
const RECEIVED_HEADING = new RegExp(`^${RECEIVED}${IN_CODE}$`, 'u');
const PAID_OR_RECEIVED = new RegExp(`^${PAID}${IN_CODE} ${RECEIVED}${IN_CODE}$`, 'u');

/** True for the heading of money that was paid, beside a column of money received. */
export function isPaidHeader(cell: string): boolean {
  return PAID_HEADING.test(normaliseHeader(cell));
}

/** True for the heading of money that was received, beside a column of money paid. */
export function isReceivedHeader(cell: string): boolean {
  return RECEIVED_HEADING.test(normaliseHeader(cell));
}

/** True for the heading of an amount that includes all charges, as in `Net Amount`, `Total (GBP)` or `Debit/Credit`. */
export function isNetHeader(cell: string): boolean {
  const heading = normaliseHeader(cell);
  return (
    PAID_OR_RECEIVED.test(heading) ||
    /^(?:net\b.*|total(?: amount| cost| value)?|settle(?:d|ment) amount|amount (?:paid|received)|(?:total )?paid|cash amount|cost proceeds)$/u.test(
      heading.replace(CODE_AT_END, ''),
    )
  );
}
