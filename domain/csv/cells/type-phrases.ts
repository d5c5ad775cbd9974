/** Phrases around one word that names a type of transaction. */
import type { TransactionType } from '../../fields/enums.ts';

/** The words that name a trade or a dividend in a phrase, and those beside them that change nothing of it. */
const PHRASES: readonly {
  readonly names: Readonly<Record<string, TransactionType>>;
  readonly beside: ReadonlySet<string>;
}[] = [
  {
    names: {
      buy: 'BUY',
      buys: 'BUY',
      bought: 'BUY',
      purchase: 'BUY',
      purchases: 'BUY',
      purchased: 'BUY',
      sell: 'SELL',
      sells: 'SELL',
      sold: 'SELL',
      sale: 'SELL',
      sales: 'SELL',
    },
    beside: new Set(
      'market limit order orders trade deal share shares equity equities stock stocks etf fund funds unit units security securities of online at best'.split(
        ' ',
      ),
    ),
  },
  {
    names: { dividend: 'DIVIDEND', dividends: 'DIVIDEND', div: 'DIVIDEND', income: 'DIVIDEND' },
    beside: new Set('cash ordinary interim final quarterly uk us overseas foreign payment received paid'.split(' ')),
  },
];

/**
 * The type of a phrase such as `Trade Buy`, `Purchase of shares` or `Dividend (cash)`; null with any other word. `key` is
 * in lower case without punctuation.
 */
export function typeOfPhrase(key: string): TransactionType | null {
  if (key.length > 60) return null;
  const words = key.split(' ');
  for (const { names, beside } of PHRASES) {
    const found = new Set(words.flatMap((word) => names[word] ?? []));
    const [type] = found;
    if (found.size === 1 && words.every((word) => beside.has(word) || names[word] !== undefined)) return type ?? null;
  }
  return null;
}
