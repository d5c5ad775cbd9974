/** The workings of a disposal, line by line, so that a person can check every figure with a calculator. */
import type { IsoDate } from '../dates.ts';
import { exact, sum, toText, type Exact } from '../decimal.ts';
import { poundsText, quantityText } from '../figures.ts';
import type { Transaction } from '../records.ts';
import type { ExemptReason } from './capacity.ts';
import type { Disposal, Match, PoolDraw } from './gains.ts';
import { provisionalUntil } from './tax-year-view.ts';

/** One line: the rule of RULES.md that it applies, what it says, and its figure where it has one. */
export interface WorkingLine {
  readonly rule: string;
  readonly text: string;
  readonly amount: Exact<'pounds'> | null;
}

export interface WorkingsContext {
  readonly asOf: IsoDate;
  readonly fxChargeAllowable: boolean;
}

const EXEMPT_TEXTS: Readonly<Record<ExemptReason, readonly [rule: string, text: string]>> = {
  wrapper: ['9.1', 'Exempt: held in an ISA, LISA or SIPP. Not in any total.'],
  gilt: ['9.3', 'Exempt: a gilt. Not in any total.'],
  markedExempt: ['9.3', 'Exempt: the security is marked so. Not in any total.'],
};

export function workingsOf(disposal: Disposal, { asOf, fxChargeAllowable }: WorkingsContext): WorkingLine[] {
  const lines: WorkingLine[] = [{ rule: '4.1', text: `Proceeds of ${quantityText(disposal.quantity)}, before selling costs`, amount: disposal.proceeds }];
  for (const match of disposal.matches) lines.push(matchLine(match));
  if (disposal.incidentalCosts > 0n) lines.push({ rule: '4.2', text: 'Costs of selling', amount: disposal.incidentalCosts });
  lines.push({ rule: '4.1', text: 'Allowable cost: the costs above together', amount: disposal.allowableCost });
  lines.push({ rule: '4.1', text: disposal.gain < 0n ? 'Loss: proceeds less allowable cost' : 'Gain: proceeds less allowable cost', amount: disposal.gain });
  lines.push(...notes(disposal, asOf, fxChargeAllowable));
  return lines;
}

function matchLine(match: Match): WorkingLine {
  const amount = match.cost;
  const quantity = quantityText(match.quantity);
  switch (match.rule) {
    case 'SAME_DAY':
      return { rule: '3.1(1)', text: `${quantity} identified with acquisitions of the same day: ${ofTheDay(match)}`, amount };
    case 'THIRTY_DAY':
      return { rule: '3.1(2)', text: `${quantity} identified with acquisitions within 30 days, on ${match.acquisitionDate ?? ''}: ${ofTheDay(match)}`, amount };
    case 'SECTION_104':
      return { rule: '3.1(3)', text: `${quantity} from the section 104 pool${match.pool === null ? '' : `: ${fromPool(match, match.pool)}`}`, amount };
    case 'LATER_ACQUISITION':
      return { rule: '3.1(4)', text: `${quantity} identified with later acquisitions, on ${match.acquisitionDate ?? ''}: ${ofTheDay(match)}`, amount };
    case 'UNMATCHED':
      return { rule: '3.8', text: `${quantity} unmatched: no acquisition covers them, so their cost is not known`, amount };
    case 'CAPITAL_DISTRIBUTION':
      return { rule: '7.3', text: 'Cost apportioned to the cash received', amount };
  }
}

/** For example `£1,004.50 x 40 / 100`; the quantities in the units of the acquisition. */
function ofTheDay(match: Match): string {
  const restated = match.acquisitionQuantity === match.quantity ? '' : `, which are ${quantityText(match.acquisitionQuantity)} after the split (6.1)`;
  return `${poundsText(match.acquiredCost)} x ${quantityText(match.acquisitionQuantity)} / ${quantityText(match.acquiredQuantity)}${restated}`;
}

function fromPool(match: Match, pool: PoolDraw): string {
  const after = pool.quantityAfter === 0n ? 'leaving nothing' : `leaving ${quantityText(pool.quantityAfter)} at ${poundsText(pool.costAfter)}`;
  return `${poundsText(pool.costBefore)} x ${quantityText(match.quantity)} / ${quantityText(pool.quantityBefore)}, ${after}`;
}

function notes(disposal: Disposal, asOf: IsoDate, fxChargeAllowable: boolean): WorkingLine[] {
  const lines: WorkingLine[] = [];
  const note = (rule: string, text: string): void => {
    lines.push({ rule, text, amount: null });
  };
  if (disposal.exempt !== null) note(...EXEMPT_TEXTS[disposal.exempt]);
  const until = provisionalUntil(disposal, asOf);
  if (until !== null) note('3.10', `Provisional: a purchase up to ${until} would change it.`);
  const rows = new Set<Transaction>([...disposal.transactions, ...disposal.matches.flatMap((match) => match.acquisitions)]);
  const fxCharges = sum([...rows].map((row) => exact(row.fxCharge)));
  if (fxCharges > 0n) note('4.3', `FX charges of ${poundsText(fxCharges)} on these transactions are ${fxChargeAllowable ? 'included in' : 'left out of'} allowable cost, as the account is set. HMRC's manual does not settle it.`);
  const accrued = sum([...rows].map((row) => exact(row.accruedInterest)));
  if (accrued !== 0n) note('4.6', `Accrued interest of ${toText(accrued)} pounds is in neither cost nor proceeds.`);
  if (disposal.matches.some((match) => match.rule === 'LATER_ACQUISITION')) note('3.5', 'More was sold than was held. That 30-day matches come before later acquisitions is our reading of s105(2).');
  return lines;
}
