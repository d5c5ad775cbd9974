/** The words that files use for transaction types and currencies. */
import { TRANSACTION_TYPES, type TransactionType } from '../../fields/enums.ts';
import { DOLLAR_SIGN, dollarCode } from './dollar-signs.ts';
import { typeOfPhrase } from './type-phrases.ts';

/** The words for contributions by their kind. */
const CONTRIBUTIONS = {
  GOVERNMENT_BONUS: ['government bonus', 'lisa bonus', 'lifetime isa bonus', 'lisa government bonus'],
  TAX_RELIEF: ['tax relief', 'pension tax relief', 'basic rate tax relief', 'sipp tax relief'],
  EMPLOYER: ['employer contribution', 'employer pension contribution', 'employer contributions'],
  OWN: [
    'own contribution',
    'personal contribution',
    'employee contribution',
    'member contribution',
    'isa subscription',
    'isa contribution',
  ],
} as const;
const CONTRIBUTION_KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(CONTRIBUTIONS).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/** The kind of the contribution that a word names; null for none. */
export function contributionKindOfWord(text: string): string | null {
  return CONTRIBUTION_KINDS.get(wordKey(text)) ?? null;
}

const TYPE_WORDS: Readonly<Record<TransactionType, readonly string[]>> = {
  BUY: [
    'b',
    'p',
    'bought',
    'purchase',
    'purchased',
    'acquisition',
    'market buy',
    'limit buy',
    'buy order',
    'bot',
    'subscription',
    'switch in',
    'regular investment',
    'invest',
    'invested',
    'regular purchase',
    'monthly investment',
    'fund purchase',
    'you bought',
    'buy x',
    'savings plan',
  ],
  SELL: [
    's',
    'sold',
    'sld',
    'sale',
    'disposal',
    'market sell',
    'limit sell',
    'sell order',
    'redemption',
    'switch out',
    'fund sale',
    'you sold',
    'sell x',
    'maturity',
    'final redemption',
  ],
  TRANSFER_IN: ['transfer in', 'transferred in', 'opening balance', 'inheritance', 'stock transfer in'],
  TRANSFER_OUT: ['transfer out', 'transferred out', 'stock transfer out'],
  DIVIDEND: [
    'd',
    'div',
    'div x',
    'cdiv',
    'cash div',
    'cash dividend',
    'distribution',
    'income',
    'dividend payment',
    'dividend received',
    'dividends',
    'dividend income',
    'interim dividend',
    'final dividend',
    'ordinary dividend',
    'special dividend',
    'property income distribution',
    'pid',
    'manufactured dividend',
  ],
  DIVIDEND_REINVESTED: [
    'dividend reinvested',
    'drip',
    'reinvested dividend',
    'reinvestment',
    'scrip',
    'scrip dividend',
    'dividend reinvest',
    'dividend reinvestment',
    'dividend reinvestment purchase',
    'reinv div',
  ],
  INTEREST: [
    'i',
    'int',
    'interests',
    'interest income',
    'interest earned',
    'coupon',
    'coupon payment',
    'interest payment',
    'interest received',
    'gross interest',
    'interest distribution',
  ],
  SPLIT: ['stock split', 'share split', 'consolidation', 'share consolidation', 'reverse split', 'subdivision'],
  BONUS_ISSUE: ['bonus', 'bonus shares', 'capitalisation issue'],
  RIGHTS_ISSUE: ['rights', 'rights taken up', 'open offer'],
  RETURN_OF_CAPITAL: ['capital return', 'capital repayment', 'capital distribution'],
  ACCUMULATION: [
    'notional distribution',
    'eri',
    'excess reportable income',
    'notional dividend',
    'accumulation distribution',
  ],
  EQUALISATION: ['equalization', 'equalisation payment'],
  MERGER: ['takeover', 'acquisition by'],
  DEMERGER: ['spin off', 'spinoff'],
  ISIN_CHANGE: ['name change', 'code change'],
  DEPOSIT: [
    'cash deposit',
    'bank deposit',
    'card deposit',
    'top up',
    'cash in',
    'money in',
    'payment in',
    'bank transfer in',
    'cash received',
    'funds received',
  ],
  WITHDRAWAL: [
    'cash withdrawal',
    'bank withdrawal',
    'cash out',
    'money out',
    'payment out',
    'bank transfer out',
    'funds withdrawn',
  ],
  CONTRIBUTION: Object.values(CONTRIBUTIONS).flat(),
  FEE: [
    'fees',
    'account fee',
    'platform fee',
    'custody fee',
    'monthly fee',
    'annual fee',
    'service fee',
    'management fee',
    'administration fee',
    'admin fee',
    'subscription fee',
    'account charge',
    'platform charge',
    'custody charge',
    'service charge',
    'admin charge',
    'administration charge',
    'management charge',
    'custody charges',
    'platform fees',
    'account fees',
    'adviser fee',
    'adviser charge',
    'ongoing adviser charge',
    'inactivity fee',
    'quarterly fee',
    'sipp fee',
    'sipp administration fee',
    'isa fee',
  ],
  FEE_REFUND: [],
  TAX: [],
  TAX_REFUND: [],
  CASH_INTEREST: ['interest on cash', 'cash interest', 'credit interest', 'bank interest'],
  INTEREST_CHARGED: ['debit interest'],
  CASH_TRANSFER_IN: [],
  CASH_TRANSFER_OUT: [],
};

/** A word or phrase in lower case without punctuation. */
export function wordKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/&/gu, ' and ')
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

/** The values by their words, and by their own names. */
export function wordMap<V extends string>(
  words: Readonly<Record<V, readonly string[]>>,
  own: readonly (readonly [string, V])[],
): ReadonlyMap<string, V> {
  const map = new Map<string, V>();
  for (const value of Object.keys(words) as V[]) for (const word of words[value]) map.set(wordKey(word), value);
  for (const [word, value] of own) map.set(wordKey(word), value);
  return map;
}

const TYPES = wordMap(
  TYPE_WORDS,
  TRANSACTION_TYPES.flatMap(
    ({ value, label }) =>
      [
        [value, value],
        [label, value],
      ] as const,
  ),
);
/** The transaction type that a word means, our own values and labels included, or null; `CashDeposit` is two words. */
export function typeOfWord(text: string): TransactionType | null {
  const key = wordKey(text);
  const known = TYPES.get(key) ?? (key.includes(' ') || key.endsWith('s') ? typeOfPhrase(key) : null);
  if (known !== null || key.includes(' ') || !/[a-z][A-Z]/u.test(text)) return known;
  return TYPES.get(wordKey(text.replace(/([a-z])([A-Z])/gu, '$1 $2'))) ?? null;
}

/** Brokers' words that are no transaction type, with the text that says what is expected instead. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:rewards?|free shares?|awards?|referrals?|gifts?|promotions?)\b/iu,
    'Buy for shares that were given, with their market value on the day as the amount; a gift of money needs a type such as Deposit',
  ],
  [
    /\b(?:journal(?:l?ed)?|transfers?|in specie)\b/iu,
    'Transfer In or Transfer Out for shares that were moved, with their cost; Cash Transfer In or Cash Transfer Out for money',
  ],
  [
    /\b(?:deposits?|withdrawals?|top.?up|subscriptions?|contributions?|direct debit)\b/iu,
    'Deposit, Withdrawal or Contribution for money that was paid in or out',
  ],
];

/** What is expected of a type column instead of a word that is no transaction type. */
export function expectedType(text: string): string {
  const short = text.slice(0, 120);
  return OTHER_WORDS.find(([pattern]) => pattern.test(short))?.[1] ?? 'a type such as Buy, Sell or Dividend';
}

/** Words that mark a row as the reversal of another. */
const REVERSAL_WORD = /\b(?:cancel(?:led|lation|ed)?|reversals?|reversed|storno|contra)\b|\(ca\.?\)/iu;

const CORRECTION_WORD =
  /\b(?:duplicated?|ignore|(?:in|by) (?:error|mistake)|erroneous(?:ly)?|do not (?:count|import)|supersed(?:es|ed)|replac(?:es|ed)|void(?:ed)?|correct(?:ed|ion|s)?|amend(?:ed|ment|s)?|rebook(?:ed)?|bust(?:ed)?)\b/iu;

/** Events of a company that are recorded under a type of their own, unlike a plain trade or dividend. */
const CORPORATE_ACTION =
  /\b(?:rights issue|nil paid|return of capital|capital (?:return|repayment|distribution)|equali[sz]ation|consolidation|de-?merger|merger(?! arb)|takeover|scrip|bonus issue|open offer|tender offer|spin-?off|stock dividend|in specie|re-?registration|returns? of (?:cash|value)|cash return|liquidat(?:ion|ing)|wind(?:ing)?[- ]?up|compensation|class action|litigation|capital gains? dist\w*|redemption of (?:b|c) shares|b share (?:scheme|redemption)|buy[- ]?backs?|compulsory (?:purchase|acquisition)|(?:to|from|with|for) (?:(?:my|his|her|your|a) )?(?:spouse|wife|husband|civil partner)|gift(?:ed)? (?:to|from)|inherit(?:ed|ance)|probate|(?:opening|initial) (?:position|holding|balance)|brought forward|notional (?:distribution|dividend|income)|accumulated income|income accumulated)\b/iu;

/** True for text that names an event of a company, such as a rights issue. */
export function saysCorporateAction(text: string): boolean {
  return text.length >= 5 && text.length <= 255 && CORPORATE_ACTION.test(text);
}

/** What all these words contain; a column of texts is searched for it quickly. */
const REVERSAL_STEM =
  /cancel|revers|storno|contra|\(ca|void|correct|amend|rebook|bust|duplicat|ignore|erro|mistake|do not|supersed|replac/iu;

/** True for text that may say that its row reverses or corrects another. */
export function saysReversal(text: string): boolean {
  return (
    text.length >= 4 &&
    text.length <= 255 &&
    REVERSAL_STEM.test(text) &&
    (REVERSAL_WORD.test(text) || CORRECTION_WORD.test(text))
  );
}

/** The type of the row that a word such as `Cancelled buy`, `BUY (Ca.)` or `Dividend - Reversal` reverses, or null. */
export function reversedType(text: string): TransactionType | null {
  const rest = typeOfWord(text) === null ? withoutReversalWord(text) : null;
  return rest === null ? null : typeOfWord(rest);
}

/** The text without the word that marks a reversal; null for text without such a word, or with nothing else. */
export function withoutReversalWord(text: string): string | null {
  if (text.length > 120 || !REVERSAL_WORD.test(text)) return null;
  const rest = text
    .replace(new RegExp(`\\(?(?:${REVERSAL_WORD.source})\\)?`, 'giu'), ' ')
    .replace(/^[\s:*-]{0,9}(?:of\b)?\s{0,9}/iu, '')
    .replace(/(?<![\s:*-])[\s:*-]{1,9}$/u, '')
    .replace(/\s+/gu, ' ');
  return /[a-z]/iu.test(rest) ? rest : null;
}

/** True for types whose amount is income or replaces it: a negative amount reverses income. */
export function isIncomeType(type: TransactionType): boolean {
  return INCOME_TYPES.has(type);
}
const INCOME_TYPES: ReadonlySet<TransactionType> = new Set(['DIVIDEND', 'INTEREST', 'ACCUMULATION', 'EQUALISATION']);

/** Currencies by the names that statements use for them. */
const CURRENCY_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:us|u\.s\.|united states|american) dollars?$/iu, 'USD'],
  [/^euros?$/iu, 'EUR'],
  [/^swiss francs?$/iu, 'CHF'],
  [/^(?:(?:gb|uk|british) )?pounds?(?: sterling)?$|^sterling$/iu, 'GBP'],
];

const DOLLARS = new RegExp(`^(?:${DOLLAR_SIGN}|\\$)$`, 'iu');

/** A currency column's cell: its code in capitals, and whether it means pence (`GBX`, and `GBp` but not `GBP`). */
export function currencyOfWord(text: string): { readonly code: string; readonly pence: boolean } | null {
  const trimmed = text.trim();
  if (trimmed === 'GBp' || /^(?:gbx|pence|p)$/iu.test(trimmed)) return { code: 'GBP', pence: true };
  if (/^(?:£|stg|ukp)$/iu.test(trimmed)) return { code: 'GBP', pence: false };
  if (DOLLARS.test(trimmed)) return { code: dollarCode(trimmed), pence: false };
  if (trimmed === '€') return { code: 'EUR', pence: false };
  if (/^[a-z]{3}$/iu.test(trimmed)) return { code: trimmed.toUpperCase(), pence: false };
  const name = trimmed.length > 30 ? undefined : CURRENCY_NAMES.find(([pattern]) => pattern.test(trimmed));
  return name === undefined ? null : { code: name[1], pence: false };
}

const COMMON_CURRENCY = new RegExp(
  `^(?:GB[PX]|USD|EUR|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|HKD|SGD|ZAR|PLN|[£$€]|${DOLLAR_SIGN})$`,
  'u',
);

/** True for the code or sign of a currency that brokers use; any three letters may be a code of some currency. */
export function isCommonCurrency(text: string): boolean {
  return COMMON_CURRENCY.test(text);
}

/** The code of the currency that a cell names, GBX for pence; other text as it is. */
export function currencyNamed(text: string): string {
  const named = currencyOfWord(text);
  return named === null ? text : named.pence ? 'GBX' : named.code;
}
