/**
 * Valuations that brokers offer beside the history: they are refused by name, because reading them as trades would be
 * wrong.
 */
import { type Headings, type Profile } from './profile.ts';

function refused(broker: string, what: string, headings: Headings): Profile {
  return {
    broker,
    header: headings,
    refusal: `This is ${/^[aeiou]/iu.test(broker) ? 'an' : 'a'} ${broker} ${what}, not a transaction history. Download Transaction history instead.`,
    read: () => [],
  };
}

export const VALUATIONS: readonly Profile[] = [
  refused('Hargreaves Lansdown', 'holdings valuation', {
    all: ['code', 'stock', 'units held', 'price (pence)', 'value (?)'],
    none: ['trade date'],
  }),
  refused('AJ Bell', 'portfolio valuation', {
    all: ['investment', 'quantity', 'price', 'value (?)', 'cost (?)', 'change (?)'],
    none: ['transaction'],
  }),
  refused('interactive investor', 'holdings list', {
    all: ['symbol', 'name', 'qty', 'price'],
    none: ['date', 'debit'],
  }),
  refused('Trading 212', 'CFD statement', { all: ['action', 'isin', 'ticker', 'recordtype'] }),
];
