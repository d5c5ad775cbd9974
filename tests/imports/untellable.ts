/** Changes that nothing in a file can tell, because the row has no second figure; each with the reason. */
import type { Mutant } from './mutate-file.ts';

interface Untellable {
  readonly sample: RegExp;
  readonly heading: RegExp;
  /** The types of the rows that it may befall; any without it. */
  readonly types?: RegExp;
  readonly reason: string;
}

const AMOUNT = /amount|value|total|proceeds|paid|payable/iu;

export const UNTELLABLE: readonly Untellable[] = [
  {
    sample: /./u,
    heading: /^(?=.*(?:quantity|units|shares))(?=.*(?:price|cost)).*\/.*/iu,
    reason: 'quantity and price changed places, and their product is the same',
  },
  {
    sample: /^(?:ajbell|hl-|hsbc|halifax-iweb-lloyds-div|ig-|xtb|ibkr|schwab|lightyear|revolut|trading212)/u,
    heading: AMOUNT,
    types: /^(?:DIVIDEND|INTEREST|ACCUMULATION|EQUALISATION)$/u,
    reason: 'the amount of an income or its tax is the only figure of its row',
  },
  {
    sample: /^xtb/u,
    heading: /amount/iu,
    types: /^DEPOSIT$/u,
    reason: 'the amount of a cash event is the only figure of its row',
  },
  {
    sample: /^vanguard/u,
    heading: /^amount$/iu,
    types: /^DEPOSIT$/u,
    reason: 'the first row of a running balance, before which there may have been anything',
  },
  {
    sample: /^schwab/u,
    heading: /^amount$/iu,
    types: /^(?:DEPOSIT|WITHDRAWAL)$/u,
    reason: 'the sign of a transfer to or from the bank is all that tells its direction',
  },
  {
    sample: /^(?:degiro|ig-)/u,
    heading: /(?:fee|comm|charges).*\/.*(?:fee|comm|charges)/iu,
    reason: 'two charges changed places, and their sum is the same',
  },
  { sample: /^barclays/u, heading: /quantity|cost/iu, reason: 'an order has units and cost alone' },
  { sample: /^etoro/u, heading: /units|amount/iu, reason: 'a position has units and amount alone' },
  { sample: /^cgtcalculator/u, heading: /shares|price|charges/iu, reason: 'the amount is made of units and price' },
  { sample: /^revolut/u, heading: /quantity/iu, types: /^SPLIT$/u, reason: 'a split has its additional units alone' },
  {
    sample: /^(?:transactions-real|l22|l38|v16|v25|sharesight|freetrade|ibkr|trading212)/u,
    types: /^(?:BUY|SELL|FEE)$/u,
    heading: /charge|fee|comm|stamp|duty|tax/iu,
    reason: 'a charge without what was paid or received',
  },
  {
    sample: /^freetrade/u,
    heading: /quantity/iu,
    types: /^DIVIDEND$/u,
    reason: 'the units of an income in another currency',
  },
  {
    sample: /^trading212/u,
    heading: /shares/iu,
    types: /^DIVIDEND$/u,
    reason: 'the units of an income without a rate',
  },
  {
    sample: /^(?:v16|v25)/u,
    heading: /currency|quantity/iu,
    reason: 'price and amount in one unit, and no row that names it',
  },
  { sample: /./u, heading: /^a name in the catalogue$/u, reason: 'the row names another security of the catalogue' },
];

/** Why nothing in the file tells the change, or null. */
export function whyUntellable(sample: string, mutant: Mutant, types: readonly string[]): string | null {
  return (
    UNTELLABLE.find(
      (entry) =>
        entry.sample.test(sample) &&
        entry.heading.test(mutant.heading) &&
        types.every((type) => entry.types?.test(type) ?? true),
    )?.reason ?? null
  );
}
