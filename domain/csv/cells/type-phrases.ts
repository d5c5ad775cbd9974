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
        'market limit order orders trade deal share shares equity equities stock stocks etf fund funds unit units security securities of online at best we you have',
      ),
    ),
  },
  {
    names: new Map(meaning('DIVIDEND', 'dividend dividends div income')),
    beside: new Set(words('cash ordinary interim final quarterly uk us overseas foreign payment received paid')),
  },
];

/**
 * The type of a phrase such as `Trade Buy`, `Purchase of shares` or `Dividend (cash)`; null with any other word. `key` is
 * in lower case without punctuation.
 */
export function typeOfPhrase(key: string): TransactionType | null {
  if (key.length > 60) return null;
  const all = words(key);
  for (const { names, beside } of PHRASES) {
    const found = new Set(all.flatMap((word) => names.get(word) ?? []));
    const [type] = found;
    if (found.size === 1 && all.every((word) => beside.has(word) || names.has(word))) return type ?? null;
  }
  return null;
}
