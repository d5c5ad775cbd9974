/** Turns the rows of a class into its histories, one for each capacity (RULES 1.2, 2.1, 6.3). */
import { toDayNumber, type IsoDate } from '../dates.ts';
import { add, exact, type Exact } from '../decimal.ts';
import type { TaxWrapper } from '../enums.ts';
import type { Transaction } from '../records.ts';
import { capacityOf, type Capacity } from './capacity.ts';
import { acquisitionCost, incidentalCosts } from './charges.ts';
import { costOf, sideOf, transferFlow, type ClassInput, type Findings } from './class-input.ts';
import { withItem, type AcquisitionDay, type DisposalDay, type EventDay, type History } from './days.ts';
import { NO_POUNDS } from './section-104.ts';
import { shareBases } from './splits.ts';
import { inheritedCost, quantitiesDiffer } from './transfer-links.ts';
import { leaving, NO_UNITS, toUnits, UNSPLIT, type ShareBasis, type Units } from './units.ts';

interface Holding {
  readonly wrapper: TaxWrapper;
  units: Units;
}

/** The history of a class in one capacity, and what of it each wrapper holds. */
export class CapacityHistory implements History {
  readonly capacity: Capacity;
  readonly acquisitions: AcquisitionDay[] = [];
  readonly disposals: DisposalDay[] = [];
  readonly events: EventDay[] = [];
  /** Basis units physically held, by wrapper; nearly always one. */
  readonly held: Holding[] = [];
  /** Basis units per unit of the last day reached. */
  factor: bigint;
  private readonly basis: ShareBasis;
  private splitsReached = 0;

  constructor(capacity: Capacity, basis: ShareBasis) {
    this.capacity = capacity;
    this.basis = basis;
    this.factor = basis.factors[0] ?? 1n;
  }

  /** Passes the splits up to the start of a day. */
  reach(date: IsoDate): void {
    let split = this.basis.splits[this.splitsReached];
    while (split !== undefined && split.date <= date) {
      this.splitsReached += 1;
      this.factor = this.basis.factors[this.splitsReached] ?? this.factor;
      const event = this.eventOn(split.date);
      event.factor = this.factor;
      event.splits.push(split);
      split = this.basis.splits[this.splitsReached];
    }
  }

  eventOn(date: IsoDate): EventDay {
    const last = this.events.at(-1);
    if (last?.date === date) return last;
    const event: EventDay = { date, day: toDayNumber(date), factor: this.factor, splits: [], rows: [] };
    this.events.push(event);
    return event;
  }

  acquire(row: Transaction, units: Units, cost: Exact<'pounds'>): void {
    this.hold(row.taxWrapper, units);
    const last = this.acquisitions.at(-1);
    if (last?.date === row.transactionDate) {
      last.rows.push(row);
      last.units = last.left = (last.units + units) as Units;
      last.cost = last.costLeft = add(last.cost, cost);
      return;
    }
    const date = row.transactionDate;
    this.acquisitions.push({ date, day: toDayNumber(date), factor: this.factor, rows: [row], units, cost, left: units, costLeft: cost });
  }

  disposalOn(date: IsoDate): DisposalDay {
    const last = this.disposals.at(-1);
    if (last?.date === date) return last;
    const disposal: DisposalDay = {
      date, day: toDayNumber(date), factor: this.factor, sales: [], transfersOut: [], sold: NO_UNITS, transferred: NO_UNITS,
      proceeds: NO_POUNDS, incidentalCosts: NO_POUNDS, transferCosts: NO_POUNDS, left: NO_UNITS, parts: [],
    };
    this.disposals.push(disposal);
    return disposal;
  }

  hold(wrapper: TaxWrapper, units: Units): void {
    for (const holding of this.held) {
      if (holding.wrapper !== wrapper) continue;
      holding.units = (holding.units + units) as Units;
      return;
    }
    this.held.push({ wrapper, units });
  }

  /** All units of the capacity are given up. */
  giveUp(): void {
    this.held.length = 0;
  }
}

/** Reads the rows of a class, once, into a history for each capacity that has any. */
export function historiesOf(input: ClassInput, findings: Findings): CapacityHistory[] {
  const basisOf = input.hasEvents ? shareBases(input.rows, { sideOf: (row) => sideOf(input, row), report: (code, row) => findings.report(code, row) }) : () => UNSPLIT;
  const histories: CapacityHistory[] = [];
  let history: CapacityHistory | undefined;
  for (const row of input.rows) {
    const capacity = capacityOf(row.taxWrapper);
    if (history?.capacity !== capacity) history = histories.find((candidate) => candidate.capacity === capacity);
    if (history === undefined) histories.push((history = new CapacityHistory(capacity, basisOf(capacity))));
    history.reach(row.transactionDate);
    readRow(row, history, input, findings);
  }
  const lastDate = input.rows.at(-1)?.transactionDate;
  if (lastDate !== undefined) for (const each of histories) each.reach(lastDate);
  return histories;
}

function readRow(row: Transaction, history: CapacityHistory, input: ClassInput, findings: Findings): void {
  switch (row.transactionType) {
    case 'BUY': case 'DIVIDEND_REINVESTED':
      history.acquire(row, unitsOf(row, history), acquisitionCost(row, input.settings.fxChargeAllowable));
      break;
    case 'SELL':
      sell(row, history, input);
      break;
    case 'TRANSFER_IN':
      transferIn(row, history, input, findings);
      break;
    case 'TRANSFER_OUT':
      transferOut(row, history, input, findings);
      break;
    case 'RIGHTS_ISSUE':
      history.hold(row.taxWrapper, unitsOf(row, history));
      history.eventOn(row.transactionDate).rows.push(row);
      break;
    case 'MERGER': case 'DEMERGER':
      reorganise(row, history, input, findings);
      break;
    case 'RETURN_OF_CAPITAL': case 'ACCUMULATION': case 'EQUALISATION':
      history.eventOn(row.transactionDate).rows.push(row);
      break;
    // Splits are in the share basis; income and a change of code leave a holding as it is.
    case 'SPLIT': case 'BONUS_ISSUE': case 'DIVIDEND': case 'INTEREST': case 'ISIN_CHANGE':
      break;
  }
}

/** RULES 6.6, 6.7: what is physically held afterwards; the cost follows when the pool reaches the day. */
function reorganise(row: Transaction, history: CapacityHistory, input: ClassInput, findings: Findings): void {
  const side = sideOf(input, row);
  if (side === 'itself') {
    findings.report('reorganisedIntoItself', row);
    return;
  }
  if (side === 'in') history.hold(row.taxWrapper, unitsOf(row, history));
  else if (row.transactionType === 'MERGER') history.giveUp();
  history.eventOn(row.transactionDate).rows.push(row);
}

function unitsOf(row: Transaction, history: CapacityHistory): Units {
  return row.quantity === null ? NO_UNITS : toUnits(exact(row.quantity), history.factor);
}

function sell(row: Transaction, history: CapacityHistory, input: ClassInput): void {
  const units = unitsOf(row, history);
  const disposal = history.disposalOn(row.transactionDate);
  disposal.sales = withItem(disposal.sales, row);
  disposal.sold = (disposal.sold + units) as Units;
  disposal.left = (disposal.left + units) as Units;
  disposal.proceeds = add(disposal.proceeds, exact(row.consideration));
  disposal.incidentalCosts = add(disposal.incidentalCosts, incidentalCosts(row, input.settings.fxChargeAllowable));
  history.hold(row.taxWrapper, leaving(units));
}

/** RULES 8.1, 8.3, 8.4: a move changes only which wrapper holds; a spouse's cost comes with the shares; else the row states the cost. */
function transferIn(row: Transaction, history: CapacityHistory, input: ClassInput, findings: Findings): void {
  const units = unitsOf(row, history);
  const link = row.transferId === undefined ? undefined : input.links.get(row.transferId);
  if (link?.kind === 'move') history.hold(row.taxWrapper, units);
  else if (link?.kind === 'passing') {
    const flow = input.incoming.get(transferFlow(link.id));
    history.acquire(row, units, inheritedCost(link, row, costOf(flow)));
    if (flow?.complete === false) findings.report('passedCostIncomplete', row);
  }
  else history.acquire(row, units, acquisitionCost(row, input.settings.fxChargeAllowable));
  if (link === undefined) return;
  if (link.kind === 'half') findings.report('transferHalfMissing', row);
  else if (link.kind === 'across') findings.report('transferAcrossTaxStatus', row);
  else if (quantitiesDiffer(link)) findings.report('transferQuantitiesDiffer', row);
}

function transferOut(row: Transaction, history: CapacityHistory, input: ClassInput, findings: Findings): void {
  const units = unitsOf(row, history);
  const link = row.transferId === undefined ? undefined : input.links.get(row.transferId);
  history.hold(row.taxWrapper, leaving(units));
  if (link?.kind === 'half') findings.report('transferHalfMissing', row);
  else if (link?.kind === 'across') findings.report('transferAcrossTaxStatus', row);
  else if (link?.kind === 'move') return;
  const disposal = history.disposalOn(row.transactionDate);
  disposal.transfersOut = withItem(disposal.transfersOut, row);
  disposal.transferred = (disposal.transferred + units) as Units;
  disposal.left = (disposal.left + units) as Units;
  disposal.transferCosts = add(disposal.transferCosts, incidentalCosts(row, input.settings.fxChargeAllowable));
}
