/** Phrases around one word that names a type of transaction. */
import type { TransactionType } from '../../fields/enums.ts';

const words = (text: string): readonly string[] => text.split(' ');
const meaning = (type: TransactionType, text: string): readonly (readonly [string, TransactionType])[] =>
  words(text).map((word) => [word, type]);

/** The words that name a trade or a dividend in a phrase, and those beside them that change nothing of it. */
const PHRASES: readonly {
  readonly names: ReadonlyMap<string, TransactionType>;
  readonly beside: ReadonlySet<string>;
}[] = [
  {
    names: new Map([
      ...meaning('BUY', 'buy buys bought purchase purchases purchased'),
      ...meaning('SELL', 'sell sells sold sale sales'),
    ]),
    beside: new Set(
      words(
        'market limit order orders trade deal share shares equity equities stock stocks etf fund funds unit units security securities of online at best we you have partnership',
      ),
    ),
  },
  {
    names: new Map(meaning('DEPOSIT', 'deposit deposits')),
    beside: new Set(
      words(
        'daily weekly monthly regular one off single initial bank cash card money funds lump sum direct debit from by of',
      ),
    ),
  },
  {
    names: new Map(meaning('WITHDRAWAL', 'withdrawal withdrawals')),
    beside: new Set(words('monthly regular one off single bank cash money funds to of')),
  },
  {
    names: new Map(meaning('DIVIDEND', 'dividend dividends div income')),
    beside: new Set(words('cash ordinary interim final quarterly uk us overseas foreign payment received paid')),
  },
];

/** What Fidelity says before the name of the security: `YOU BOUGHT APPLE INC (AAPL) (Cash)`. */
const SAID = /^(?:you (bought|sold)|(dividend) received) /u;
const OF_OPTIONS =
  /\b(?:opening|closing|short|puts?|calls?|options?|exercised?|assigned|reinvest\w*|cancel\w*|correct\w*|adj\w*)\b/u;
const SAID_TYPES: ReadonlyMap<string | undefined, TransactionType> = new Map([
  ['bought', 'BUY'],
  ['sold', 'SELL'],
  ['dividend', 'DIVIDEND'],
]);

/** A fee that an account pays, unlike those that belong to a trade, are taxes or interest, or are received. */
const FEE = /^(?:[a-z0-9]+ ){1,5}(?:fees?|charges?)$/u;
const OTHER_CHARGE =
  /\b(?:funds?|adr|ocf|corporate|deal(?:ing|s)?|trad(?:e|es|ing)|transactions?|commission|stamp|fx|foreign|exchange|currency|conversion|refund\w*|rebate\w*|revers\w*|waived|reclaim\w*|no|purchases?|sales?|buy|sell|entry|exit|initial|withdraw\w*|transfer|tax\w*|interest|gains?|duty|levy|lend\w*|loan|referral|income|received|earned)\b/u;

/**
 * The type of a phrase such as `Trade Buy`, `Purchase of shares`, `Dividend (cash)` or `Portfolio fee`; null with any other word. `key` is
 * in lower case without punctuation.
 */
export function typeOfPhrase(key: string): TransactionType | null {
  if (key.length > 120) return null;
  const said = SAID.exec(key);
  if (said !== null) return OF_OPTIONS.test(key) ? null : (SAID_TYPES.get(said[1] ?? said[2]) ?? null);
  if (key.length > 60) return null;
  const all = words(key);
  for (const { names, beside } of PHRASES) {
    const found = new Set(all.flatMap((word) => names.get(word) ?? []));
    const [type] = found;
    if (found.size === 1 && all.every((word) => beside.has(word) || names.has(word))) return type ?? null;
  }
  return FEE.test(key) && !OTHER_CHARGE.test(key) ? 'FEE' : null;
}
