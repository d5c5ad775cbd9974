/** What is missing or contradictory in the data, found while identifying (RULES 10). */
import type { IsoDate } from '../../values/dates.ts';
import { toText } from '../../values/decimal.ts';
import { isTaxableWrapper } from '../../fields/enums.ts';
import type { Account } from '../../records/records.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../../values/tax-year.ts';
import type { ClassGains } from '../terms/gains.ts';
import type { HealthCode, HealthIssue } from '../terms/health-issue.ts';

/**
 * How far a finding reaches:
 * - `disposal`: the figures of its own day cannot be called final
 * - `onward`: those of its day and of every later one cannot
 * - `notice`: the figures stand; the holder should look
 */
type Reach = 'disposal' | 'onward' | 'notice';

interface Finding {
  readonly reach: Reach;
  readonly text: string;
  /** Cash may have been left out with the row, and with it a disposal of that day, which is then in no list. */
  readonly mayHideDisposal?: true;
  /** A field of the transaction is empty or wrong, and mends it. */
  readonly isOfField?: true;
}

const FINDINGS: Readonly<Record<HealthCode, Finding>> = {
  unmatched: {
    reach: 'disposal',
    text: 'More was disposed of than any acquisition covers; the cost of the rest is unknown. A purchase is probably missing.',
  },
  soldMoreThanHeld: {
    reach: 'notice',
    text: 'More was disposed of than was held that day; it was identified with acquisitions after it. An earlier purchase may be missing.',
  },
  ratioUnknown: {
    reach: 'onward',
    isOfField: true,
    text: 'This split has no ratio and nothing was held to derive one from; it was left out. Enter the ratio.',
  },
  ratioAssumed: {
    reach: 'onward',
    isOfField: true,
    text: 'This split has no ratio, and not every broker and wrapper that held units has a row for it. The ratio was taken from its rows and all units held, which may be wrong. Enter the ratio.',
  },
  ratiosDiffer: {
    reach: 'onward',
    isOfField: true,
    text: 'The rows of this day state different ratios for one split; the first was used.',
  },
  ratioTooFine: {
    reach: 'onward',
    isOfField: true,
    text: 'Together with the earlier splits, this split needs fractions of a unit that are too small to calculate with; it was left out. Check the ratios.',
  },
  nothingHeld: { reach: 'notice', text: 'Nothing was held when this adjustment of cost was due; it was left out.' },
  equalisationExceedsCost: {
    reach: 'disposal',
    text: 'An equalisation payment on or after this date exceeds the cost of the units still held, so the rest was left out. It is a return of the price of units that were disposed of before: change its date to that of their disposal.',
  },
  receivedForNothing: {
    reach: 'notice',
    text: 'Nothing was held at this return of capital, so there was no cost to reduce. After a final sale this is correct; otherwise a purchase is probably missing.',
  },
  nothingToReorganise: {
    reach: 'onward',
    text: 'Nothing was held when this merger or demerger was due, so no cost went to the shares received. A purchase is probably missing, or the row names another wrapper than the shares were held in.',
  },
  valueNeeded: {
    reach: 'onward',
    isOfField: true,
    mayHideDisposal: true,
    text: 'Without the value after this receipt, Holdfast cannot decide whether it is small or apportion its cost; it was left out. Enter the value.',
  },
  fractionNeeded: {
    reach: 'onward',
    isOfField: true,
    text: "This demerger does not state the fraction of the cost that moves; none was moved. Enter the cost fraction from the company's notice.",
  },
  fractionsDiffer: {
    reach: 'onward',
    isOfField: true,
    text: 'The demergers of this day contradict each other about the cost that moves; the first of them was used as far as possible.',
  },
  considerationMoved: {
    reach: 'notice',
    isOfField: true,
    text: 'This demerger states neither a cost fraction nor a value after it, so its consideration was used as the cost that moves. If the consideration is the value of the shares received, enter the cost fraction as well.',
  },
  treatmentsDiffer: {
    reach: 'onward',
    isOfField: true,
    text: 'The rows of this day state different treatments of one receipt; the first was used.',
  },
  chargesNotCounted: {
    reach: 'notice',
    text: 'The charges of this row are in no gain: a receipt that is deducted from the cost is not a disposal, and shares from a spouse have the exact cost of the giver.',
  },
  reorganisedIntoItself: {
    reach: 'onward',
    mayHideDisposal: true,
    text: 'This merger or demerger names one security twice, counting changes of ISIN; it was left out.',
  },
  transferHalfMissing: {
    reach: 'onward',
    text: 'The other half of this linked transfer is missing; it was treated as if it were not linked.',
  },
  transferQuantitiesDiffer: { reach: 'onward', text: 'The two halves of this transfer differ in quantity.' },
  transferAcrossTaxStatus: {
    reach: 'onward',
    text: 'A transfer between a taxable and an exempt wrapper is a sale and a purchase: record a Sell and a Buy.',
  },
  transferMayBeMove: {
    reach: 'notice',
    text: 'As many units were transferred out at another broker or wrapper within 90 days. If they only moved, link the two transfers: without a link the units that left took their cost with them, and these have the cost that this transfer states.',
  },
  transferWithoutCost: {
    reach: 'notice',
    text: 'This transfer states no cost, so these shares count as acquired for nothing. If they came from a spouse, a civil partner or another place of yours, record the transfer out and link the two; otherwise state their market value on that day, which for an inheritance is the day of death.',
  },
  passedCostIncomplete: {
    reach: 'onward',
    text: "The cost of these shares is incomplete, because the giver's own history is incomplete.",
  },
  circularTransfer: {
    reach: 'onward',
    text: 'These transfers pass costs round in a circle, so the costs were approximated.',
  },
  matchAcrossReorganisation: {
    reach: 'notice',
    text: 'Shares were sold shortly before this reorganisation and bought shortly after it; the law on matching across it is open, and they were not matched.',
  },
  beforePresentRules: {
    reach: 'onward',
    text: "Shares were disposed of before 6 April 2008, when other identification rules applied; today's rules were used. Instead, enter the units and cost of the pool on that day as a Transfer In.",
  },
  mayBeQualifyingBond: {
    reach: 'notice',
    text: 'This sterling bond may be a qualifying corporate bond, and then exempt. An administrator can mark it as exempt.',
  },
};

/** RULES 3.8, 10: true when the finding keeps figures of the tax year from being final. */
export function leavesOpen(issue: HealthIssue, taxYear: TaxYear): boolean {
  const { reach } = FINDINGS[issue.code];
  if (reach === 'notice') return false;
  if (issue.transaction === null) return true;
  const date = issue.transaction.transactionDate;
  return reach === 'disposal' ? taxYearOf(date) === taxYear : date <= taxYearBounds(taxYear).last;
}

/** RULES 7.3: the tax year of a chargeable disposal that may have been left out with what the finding is about; null where there can be none. */
export function yearOfHiddenDisposal(issue: HealthIssue, { exempt }: Pick<ClassGains, 'exempt'>): TaxYear | null {
  const { code, transaction } = issue;
  if (FINDINGS[code].mayHideDisposal !== true || transaction === null || transaction.consideration === 0) return null;
  return exempt === null && concernsTaxable(issue) ? taxYearOf(transaction.transactionDate) : null;
}

/** What is missing in an exempt wrapper leaves chargeable figures as they are; a split concerns every wrapper. */
export function concernsTaxable({ code, transaction }: HealthIssue): boolean {
  return (
    transaction === null ||
    code === 'ratioUnknown' ||
    code === 'ratioAssumed' ||
    code === 'ratiosDiffer' ||
    code === 'ratioTooFine' ||
    isTaxableWrapper(transaction.taxWrapper)
  );
}

/** True when the finding keeps some figure from being final. */
export function isSerious(issue: HealthIssue): boolean {
  return FINDINGS[issue.code].reach !== 'notice';
}

/** The finding in one English sentence or two; what it is about is named beside it. */
export function healthText(issue: HealthIssue): string {
  const { text } = FINDINGS[issue.code];
  return issue.quantity === null ? text : `${text} Quantity: ${toText(issue.quantity)}.`;
}

/** A finding as the screens take it, worded, with the names of what it is about. */
export interface HealthView {
  readonly accountName: string;
  readonly assetName: string;
  readonly isin: string;
  readonly transactionId: string | null;
  readonly date: IsoDate | null;
  readonly text: string;
  /** It keeps figures from being final. */
  readonly serious: boolean;
  /** A field of the transaction mends it, so its form is where to go. */
  readonly isOfField: boolean;
}

export interface HealthNames {
  readonly accounts: ReadonlyMap<string, Pick<Account, 'name'>>;
  readonly assets: ReadonlyMap<string, { readonly name: string }>;
}

export function toHealthView(issue: HealthIssue, { accounts, assets }: HealthNames): HealthView {
  const { accountId, isin, transaction } = issue;
  return {
    accountName: accounts.get(accountId)?.name ?? '',
    assetName: assets.get(isin)?.name ?? isin,
    isin,
    transactionId: transaction?.id ?? null,
    date: transaction?.transactionDate ?? null,
    text: healthText(issue),
    serious: isSerious(issue),
    isOfField: FINDINGS[issue.code].isOfField === true,
  };
}
