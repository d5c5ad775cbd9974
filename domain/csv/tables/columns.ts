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

/** The same headings without their spaces, as `UNITPRICE` has none. */
const FIELD_OF_COMPACT: ReadonlyMap<string, TransactionField> = new Map(
  [...FIELD_OF_HEADER].flatMap(([heading, field]) =>
    heading.includes(' ') ? [[heading.replaceAll(' ', ''), field] as const] : [],
  ),
);

/**
 * A heading in lower case without punctuation, currency signs and repeated spaces: ` BROKER_CHARGE (£)` is `broker
 * charge`.
 */
export function normaliseHeader(cell: string): string {
  return withDollarCodes(cell)
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,4})?\s?%/gu, ' ')
    .replace(/[Ââ]£|[£€$\uFFFD]/gu, ' ')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

const CODE_AT_END = new RegExp(` (?:in )?(?:${CURRENCY_CODES})$`, 'u');
const IN_PENCE = / (?:in )?(?:p|pence|gbx)$/u;
const CURRENCY_OF =
  /^(?:traded?|transaction|dealing|settlement|settled|instrument|security|stock|asset|local|listing) currency$/u;
const RATE_OF_TWO = new RegExp(
  `^(?:(?:(?:fx|exchange|conversion) )?rate )?(?:${CURRENCY_CODES}) (?:to |per )?(?:${CURRENCY_CODES})(?: (?:fx |exchange )?rate)?$`,
  'u',
);

/** Headings of any form that mean a field, where the lists have none. */
const PATTERNS: readonly (readonly [RegExp, TransactionField])[] = [
  [
    /^(?:(?:deal(?:ing|t)?|execut(?:ed|ion)|fill(?:ed)?|trad(?:ed?|ing)|transaction|unit|share|bargain|contract|clean|avg|average) )+(?:price|cost per (?:unit|share))(?: (?:per )?(?:unit|share))?$/u,
    'price',
  ],
  [/^price (?:(?:per|a) )?(?:unit|share|each|dealt|traded|executed)$/u, 'price'],
  [
    /^(?:(?:no|num|number|quantity|qty|amount|volume)(?: of)? )?(?:shares|units|nominal)(?: (?:or )?(?:units|shares|nominal|quantity|amount|traded|dealt|bought|sold|transacted))*$/u,
    'quantity',
  ],
  [/^(?:quantity|qty)(?: (?:or )?(?:units|shares|nominal|traded|dealt|executed|filled))+$/u, 'quantity'],
  [/^(?:unit|share|stock|trade|deal|nominal) (?:quantity|qty|volume)$/u, 'quantity'],
  [
    /^gross (?:amount|value|consideration|proceeds|cost|total|trade value|cash|principal|dividend|payment|distribution)(?: (?:amount|value))?$/u,
    'consideration',
  ],
  [
    /^(?:deal|bargain|traded?|transaction|contract|order|principal|stock) (?:value|consideration|amount|principal)$/u,
    'consideration',
  ],
  [/^(?:value|amount) of (?:trade|transaction|deal|bargain)$|^sub ?total$/u, 'consideration'],
  [
    /^(?:(?:broker(?:s|age)?(?: s)?|dealing|trad(?:e|ing)|transaction|execution|deal) )?(?:charges?|fees?|commissions?|comm)(?: (?:and )?(?:charges?|fees?|commissions?))?$/u,
    'brokerCharge',
  ],
  [
    /^(?:uk |govt |government |transfer )?(?:stamp|sdrt)(?: duty)?(?: (?:reserve tax|tax|sdrt|and sdrt))?(?: (?:and )?(?:ptm|levy|ptm levy))?$/u,
    'stampDuty',
  ],
  [/^(?:fx|foreign exchange|currency(?: conversion)?) (?:fee|charge|cost|commission|margin)s?$/u, 'fxCharge'],
  [/^(?:fx|foreign exchange|exchange|ex|x|currency|conversion) rate$/u, 'exchangeRate'],
  [
    /^(?:trad(?:ed?|ing)|deal(?:t|ing)?|bargain|contract|execut(?:ed|ion)|fill(?:ed)?|transaction) (?:date|day|on|date (?:and |or )?time)$/u,
    'transactionDate',
  ],
  [
    /^(?:date|day|date (?:and )?time) (?:of )?(?:the )?(?:trade|traded|deal|dealt|execution|executed|transaction|bargain)$/u,
    'transactionDate',
  ],
  [
    /^(?:txn|trans|transaction|trade|deal|order|event|activity|movement|operation)(?: (?:type|kind|category|side|action|direction))$/u,
    'transactionType',
  ],
  [/^(?:event|movement|txn)$/u, 'transactionType'],
  [
    /^(?:security|stock|share|asset|fund|instrument|investment|company|holding|issuer)(?:(?: or)? (?:fund|share|stock))?(?: (?:name|description|title))?$/u,
    'assetName',
  ],
  [
    /^(?:security|stock|share|asset|fund|instrument) (?:isin|id isin)$|^isin (?:or )?(?:cusip|code|no|number)$/u,
    'isin',
  ],
];

/** True for a heading that the lists contain, as `normaliseHeader` returns it. */
export function isListedHeading(heading: string): boolean {
  return FIELD_OF_HEADER.has(heading);
}

function namedField(heading: string): TransactionField | undefined {
  return (
    FIELD_OF_HEADER.get(heading) ??
    PATTERNS.find(([pattern]) => pattern.test(heading))?.[1] ??
    FIELD_OF_COMPACT.get(heading)
  );
}

/** A rate instead of an amount, as in `Commission %`; `Stamp duty (0.5%)` is an amount at a rate. */
const PERCENTAGE = /(?<![\d\s])\s?%|\bper ?cent(?:age)?\b|\bpct\b|\bbps\b/iu;

/** True for the heading of a rate in per cent. */
export function isPercentageHeader(cell: string): boolean {
  return PERCENTAGE.test(cell.slice(0, 60));
}

/** The field that a heading names, or null; a bond's price is in per cent, a charge is not. */
export function fieldOfHeader(cell: string): TransactionField | null {
  const field = fieldNamed(cell);
  return isChargeField(field) && isPercentageHeader(cell) ? null : field;
}

/** A zone or a form behind the heading of a date: `Date (UTC)`, `Date (dd/mm/yyyy)`. */
const OF_DATE = / (?:utc|gmt|(?:d{1,2} m{1,3}|m{1,3} d{1,2}) y{2,4}|y{4} m{2} d{2})$/u;

/** What names a security. */
const IDENTITY: ReadonlySet<TransactionField | undefined> = new Set(['isin', 'sedol', 'ticker', 'assetName']);

/** The field of a heading such as `Counterparty/Fund` or `Symbol/CUSIP`, of which one word names a security. */
function identityBeside(cell: string): TransactionField | null {
  const parts = cell.split('/');
  const fields = new Set(parts.map((part) => namedField(normaliseHeader(part))).filter((field) => IDENTITY.has(field)));
  const [field, second] = fields;
  return parts.length === 2 && second === undefined ? (field ?? null) : null;
}

function fieldNamed(cell: string): TransactionField | null {
  const heading = normaliseHeader(cell);
  // `Price (GBp)` is in pence, unlike `Price (GBP)`.
  const known = heading === 'price gbp' && isPenceHeader(cell) ? 'price' : namedField(heading);
  if (known !== undefined) return known;
  const inPence = IN_PENCE.test(heading) ? namedField(heading.replace(IN_PENCE, '')) : undefined;
  if (inPence === 'price' || (inPence !== undefined && MONEY_FIELDS.has(inPence))) return inPence;
  // `Fee (GBP)` is `Fee`, in pounds, and `Fee (USD)` the same in dollars; `Trade Date (UTC)` is a date.
  const amount = namedField(heading.replace(CODE_AT_END, ''));
  if (amount !== undefined && (heading.endsWith(' gbp') || PRICED_FIELDS.has(amount))) return amount;
  if (CURRENCY_OF.test(heading)) return 'currency';
  // `FX rate GBP/USD`: the day's rate shows its direction.
  if (RATE_OF_TWO.test(heading)) return 'exchangeRate';
  if (namedField(heading.replace(OF_DATE, '')) === 'transactionDate') return 'transactionDate';
  return cell.includes('/') ? identityBeside(cell) : null;
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

/** A heading as `normaliseHeader` returns it, without the currency at its end. */
export function withoutCurrency(heading: string): string {
  return heading.replace(CODE_AT_END, '');
}

/** True for the heading of money that was paid, beside a column of money received. */
export function isPaidHeader(cell: string): boolean {
  return PAID_HEADING.test(normaliseHeader(cell));
}

/** True for the heading of money that was received, beside a column of money paid. */
export function isReceivedHeader(cell: string): boolean {
  return RECEIVED_HEADING.test(normaliseHeader(cell));
}

/** True for the headings of a ledger: money paid beside money received, or both in one column. */
export function isLedgerHeader(cells: readonly string[]): boolean {
  return (
    (cells.some(isPaidHeader) && cells.some(isReceivedHeader)) ||
    cells.some((cell) => PAID_OR_RECEIVED.test(normaliseHeader(cell)))
  );
}

const DIVIDENDS = /^(?:(?:gross|net|total|cash) )?dividends?(?: (?:amount|paid|payment|received|value))?$/u;

/** True for the heading of what was paid as dividends, as in `Net Dividend` or `Dividends received (£)`. */
export function isDividendHeader(cell: string): boolean {
  return DIVIDENDS.test(withoutCurrency(normaliseHeader(cell)));
}

/** True for the heading of an amount that includes all charges, as in `Net Amount`, `Total (GBP)` or `Debit/Credit`. */
export function isNetHeader(cell: string): boolean {
  const heading = normaliseHeader(cell);
  return (
    PAID_OR_RECEIVED.test(heading) ||
    /^(?:net\b(?!.*\b(?:shares|units|quantity|price|weight|position|asset)\b).*|total(?: (?:amount|cost|value|consideration|paid|received|payable|due|settlement|proceeds|paid received|cost proceeds))?|(?:settle(?:d|ment)|booked) (?:amount|value|consideration)|amount (?:paid|received|due|payable|settled|booked)|paid|cash (?:amount|movement|impact|flow|effect)|cost proceeds)$/u.test(
      withoutCurrency(heading),
    )
  );
}
