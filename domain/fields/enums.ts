/** The closed lists of specification 000 §3.5, 001 §3 and the decided transaction types, each value with its label. */

/** One choice of a closed list, as the form-data calls return it. */
export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

/** The five of the specification, then our own: a junior ISA, which a plain server does not know (DECISIONS). */
export const TAX_WRAPPERS = ['DEALING', 'SIPP', 'ISA', 'LISA', 'SPECULATIVE', 'JISA'] as const;
export type TaxWrapper = (typeof TAX_WRAPPERS)[number];

/** Wrappers whose disposals are chargeable; the others are exempt (SI 1998/1870 reg 22; TCGA 1992 s271(1A)). */
export function isTaxableWrapper(wrapper: TaxWrapper): boolean {
  return wrapper === 'DEALING' || wrapper === 'SPECULATIVE';
}

/** Asset categories in the order of their numeric codes 0 to 8. */
export const ASSET_CATEGORIES = [
  { code: 0, value: 'EM_TSM', label: 'Emerging Markets Total Stock Market' },
  { code: 1, value: 'LT_BONDS', label: 'Long-Term Bonds' },
  { code: 2, value: 'CASH', label: 'Cash' },
  { code: 3, value: 'UK_TSM', label: 'UK Total Stock Market' },
  { code: 4, value: 'US_TSM', label: 'US Total Stock Market' },
  { code: 5, value: 'US_SCV', label: 'US Small Cap Value' },
  { code: 6, value: 'DEVELOPED_WORLD_TSM', label: 'Developed World Total Stock Market' },
  { code: 7, value: 'PRECIOUS_METALS', label: 'Precious Metals' },
  { code: 8, value: 'NON_CORE', label: 'Non-Core' },
] as const;
export type AssetCategory = (typeof ASSET_CATEGORIES)[number]['value'];

/** The order in which the transaction filter and the dashboard list categories (000 §3.5). */
export const ASSET_CATEGORY_FILTER_ORDER: readonly AssetCategory[] = [
  'CASH',
  'PRECIOUS_METALS',
  'LT_BONDS',
  'US_SCV',
  'EM_TSM',
  'UK_TSM',
  'US_TSM',
  'DEVELOPED_WORLD_TSM',
  'NON_CORE',
];

/** The label of a category given by name or numeric code; 'Unknown' for anything else (000 §3.5). */
export function assetCategoryLabel(category: string | number): string {
  return ASSET_CATEGORIES.find((entry) => entry.value === category || entry.code === category)?.label ?? 'Unknown';
}

export const ASSET_TYPES = [
  { value: 'EQUITY', label: 'Equity' },
  { value: 'ETF', label: 'ETF' },
  { value: 'FUND', label: 'Fund' },
  { value: 'BOND', label: 'Bond' },
  { value: 'CASH', label: 'Cash' },
  { value: 'COMMODITY', label: 'Commodity' },
] as const;
export type AssetType = (typeof ASSET_TYPES)[number]['value'];

export const INCOME_TREATMENTS = [
  { value: 'NA', label: 'N/A' },
  { value: 'DISTRIBUTING', label: 'Distributing' },
  { value: 'ACCUMULATING', label: 'Accumulating' },
] as const;
export type IncomeTreatment = (typeof INCOME_TREATMENTS)[number]['value'];

export const DENOMINATIONS = [
  { value: 'GBP', label: 'GBP' },
  { value: 'GBX', label: 'GBX' },
  { value: 'USD', label: 'USD' },
  { value: 'EUR', label: 'EUR' },
] as const;
/** The denominations in which securities are quoted; GBX is pence, 100 to the pound. */
export type Denomination = (typeof DENOMINATIONS)[number]['value'];

export const PRICE_SOURCES = [
  { value: 'LSE', label: 'LSE' },
  { value: 'FT', label: 'FT' },
  { value: 'MANUAL', label: 'Manual' },
] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number]['value'];

/** Whether a type has a quantity and which; `transaction.ts` checks it. */
export type QuantityRule = 'positive' | 'nonZero' | 'optional' | 'none';

/** The types of a transaction in a security (DECISIONS, 'Transaction types'). */
export const SECURITY_TRANSACTION_TYPES = [
  { value: 'BUY', label: 'Buy', quantity: 'positive' },
  { value: 'SELL', label: 'Sell', quantity: 'positive' },
  { value: 'TRANSFER_IN', label: 'Transfer In', quantity: 'positive' },
  { value: 'TRANSFER_OUT', label: 'Transfer Out (no gain, no loss)', quantity: 'positive' },
  { value: 'DIVIDEND', label: 'Dividend', quantity: 'optional' },
  { value: 'DIVIDEND_REINVESTED', label: 'Dividend Reinvestment', quantity: 'positive' },
  { value: 'INTEREST', label: 'Interest', quantity: 'optional' },
  { value: 'SPLIT', label: 'Stock Split / Consolidation', quantity: 'nonZero' },
  { value: 'BONUS_ISSUE', label: 'Bonus Issue', quantity: 'positive' },
  { value: 'RIGHTS_ISSUE', label: 'Rights Issue', quantity: 'positive' },
  { value: 'RETURN_OF_CAPITAL', label: 'Return of Capital', quantity: 'optional' },
  { value: 'ACCUMULATION', label: 'Notional Distribution / ERI', quantity: 'optional' },
  { value: 'EQUALISATION', label: 'Equalisation', quantity: 'optional' },
  { value: 'MERGER', label: 'Merger / Takeover', quantity: 'positive' },
  { value: 'DEMERGER', label: 'Demerger', quantity: 'positive' },
  { value: 'ISIN_CHANGE', label: 'ISIN Change', quantity: 'none' },
] as const satisfies readonly { value: string; label: string; quantity: QuantityRule }[];

/**
 * Movements of money at a broker without a trade: no security, no quantity, never part of matching. `cash` is the
 * direction of the money; `opposite` is the type of the same movement in the other direction, because amounts are never
 * negative.
 */
export const CASH_EVENT_TYPES = [
  { value: 'DEPOSIT', label: 'Deposit', quantity: 'none', cash: 'in', opposite: 'WITHDRAWAL' },
  { value: 'WITHDRAWAL', label: 'Withdrawal', quantity: 'none', cash: 'out', opposite: 'DEPOSIT' },
  { value: 'CONTRIBUTION', label: 'Contribution', quantity: 'none', cash: 'in', opposite: 'WITHDRAWAL' },
  { value: 'FEE', label: 'Fee', quantity: 'none', cash: 'out', opposite: 'FEE_REFUND' },
  { value: 'FEE_REFUND', label: 'Fee Refund', quantity: 'none', cash: 'in', opposite: 'FEE' },
  { value: 'TAX', label: 'Tax', quantity: 'none', cash: 'out', opposite: 'TAX_REFUND' },
  { value: 'TAX_REFUND', label: 'Tax Refund', quantity: 'none', cash: 'in', opposite: 'TAX' },
  { value: 'CASH_INTEREST', label: 'Interest on Cash', quantity: 'none', cash: 'in', opposite: 'INTEREST_CHARGED' },
  { value: 'INTEREST_CHARGED', label: 'Interest Charged', quantity: 'none', cash: 'out', opposite: 'CASH_INTEREST' },
  {
    value: 'CASH_TRANSFER_IN',
    label: 'Cash Transfer In',
    quantity: 'none',
    cash: 'in',
    opposite: 'CASH_TRANSFER_OUT',
  },
  {
    value: 'CASH_TRANSFER_OUT',
    label: 'Cash Transfer Out',
    quantity: 'none',
    cash: 'out',
    opposite: 'CASH_TRANSFER_IN',
  },
] as const satisfies readonly {
  value: string;
  label: string;
  quantity: QuantityRule;
  cash: 'in' | 'out';
  opposite: string;
}[];
export type CashEventType = (typeof CASH_EVENT_TYPES)[number]['value'];

export const TRANSACTION_TYPES = [...SECURITY_TRANSACTION_TYPES, ...CASH_EVENT_TYPES] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number]['value'];

const CASH_EVENTS: ReadonlyMap<string, (typeof CASH_EVENT_TYPES)[number]> = new Map(
  CASH_EVENT_TYPES.map((type) => [type.value, type]),
);

/** The entry of a cash event's type; undefined for the type of a security's transaction. */
export function cashEventOf(type: string): (typeof CASH_EVENT_TYPES)[number] | undefined {
  return CASH_EVENTS.get(type);
}

/** True for a type that moves money without a security. */
export function isCashEvent(type: string): type is CashEventType {
  return CASH_EVENTS.has(type);
}

/** The source of a contribution to an ISA, LISA or pension. */
export const CONTRIBUTION_KINDS = [
  { value: 'OWN', label: 'Own subscription' },
  { value: 'EMPLOYER', label: 'Employer' },
  { value: 'GOVERNMENT_BONUS', label: 'Government bonus' },
  { value: 'TAX_RELIEF', label: 'Tax relief' },
  { value: 'EARLIER_YEARS', label: 'Transfer of earlier years' },
] as const;

/** How a small distribution is treated (RULES 7). */
export const SMALL_TREATMENTS = [
  { value: 'deduct', label: 'deduct' },
  { value: 'partDisposal', label: 'partDisposal' },
] as const;

/** Types that name a second security in `relatedIsin`. */
export function needsRelatedIsin(type: TransactionType): boolean {
  return type === 'MERGER' || type === 'DEMERGER' || type === 'ISIN_CHANGE';
}

/** The label of a value of one of the lists above, or the value itself when the list does not have it. */
export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** True when `value` is a value of the list, narrowing it. */
export function isOptionOf<V extends string>(options: readonly Option<V>[], value: string): value is V {
  return options.some((option) => option.value === value);
}

/** The wrappers as form-data options; each label is the code itself. */
export const TAX_WRAPPER_OPTIONS: readonly Option<TaxWrapper>[] = TAX_WRAPPERS.map((value) => ({
  value,
  label: value,
}));
/** The wrappers, worded for a message. */
export const WRAPPER_CHOICES = 'DEALING, SIPP, ISA, LISA, SPECULATIVE or JISA';

/** Currencies of broker cash and properties (002 §9). */
export const CURRENCIES = ['GBP', 'USD', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];
export const CURRENCY_OPTIONS: readonly Option<Currency>[] = CURRENCIES.map((value) => ({ value, label: value }));

/** The category given by its name or its numeric code (002 §3), or null. */
export function readAssetCategory(category: unknown): AssetCategory | null {
  return ASSET_CATEGORIES.find((entry) => entry.value === category || entry.code === category)?.value ?? null;
}
