/** Valuations that brokers' sites offer beside the history: refused by name, because reading them as trades would be wrong. */
import type { Profile } from './profile.ts';

function valuation(id: string, broker: string, what: string, all: readonly string[], none: readonly string[]): Profile {
  return {
    id, broker, all, none,
    refusal: `This is ${/^[aeiou]/iu.test(broker) ? 'an' : 'a'} ${broker} ${what}, not a transaction history. Download Transaction history instead.`,
    read: () => ({ kind: 'ignored' }),
  };
}

export const VALUATIONS: readonly Profile[] = [
  valuation('hl-holdings', 'Hargreaves Lansdown', 'holdings valuation', ['code', 'stock', 'units held', 'price (pence)', 'value (?)'], ['trade date']),
  valuation('ajbell-holdings', 'AJ Bell', 'portfolio valuation', ['investment', 'quantity', 'price', 'value (?)', 'cost (?)', 'change (?)'], ['transaction']),
  valuation('ii-holdings', 'interactive investor', 'holdings list', ['symbol', 'name', 'qty', 'price'], ['date', 'debit']),
];
