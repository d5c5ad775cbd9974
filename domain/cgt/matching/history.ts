/** Turns the rows of a class into its histories, one for each capacity (RULES 1.2, 2.1, 6.3). */
import { toDayNumber, type IsoDate } from '../../values/dates.ts';
import { add, exact, type Exact } from '../../values/decimal.ts';
import { isCashEvent, type TaxWrapper } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { capacityOf, type Capacity } from '../terms/capacity.ts';
import { CHECKPOINT_ROWS, type Checkpoint, type Holding, type Standing } from './checkpoints.ts';
import { acquisitionCost, incidentalCosts } from '../terms/charges.ts';
import { costOf, sideOf, transferFlow, type ClassInput, type Findings } from '../classes/class-input.ts';
import { withItem, type AcquisitionDay, type DisposalDay, type EventDay, type History } from '../pool/days.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { shareBases } from '../classes/splits.ts';
import { inheritedCost, quantitiesDiffer } from '../classes/transfer-links.ts';
import { leaving, NO_UNITS, toUnits, UNSPLIT, type ShareBasis, type Units } from '../terms/units.ts';

/** The history of a class in one capacity, and what of it each wrapper holds. */
export class CapacityHistory implements History {
  readonly capacity: Capacity;
  readonly acquisitions: AcquisitionDay[] = [];
  readonly disposals: DisposalDay[] = [];
  readonly events: EventDay[] = [];
  /** Basis units physically held, by wrapper; nearly always one. */
  readonly held: Holding[];
  /** Where the history is taken up; null from the beginning. */
  readonly from: Standing | null;
  /** Before days that come later, in order. */
  readonly standings: Standing[] = [];
  /** Basis units per unit of the last day reached. */
  factor: bigint;
  readonly basis: ShareBasis;
  private splitsReached = 0;

  constructor(capacity: Capacity, basis: ShareBasis, from: Standing | null) {
    this.capacity = capacity;
    this.basis = basis;
    this.from = from;
    this.held = from === null ? [] : copyOf(from.held);
    this.factor = basis.factors[0] ?? 1n;
  }

  /** Records the state of the capacity before a day; the walk completes it. */
  standBefore(day: number): Standing {
    const standing: Standing = {
      capacity: this.capacity,
      day,
      held: copyOf(this.held),
      units: NO_UNITS,
      cost: NO_POUNDS,
      balance: 0n,
      settled: false,
    };
    this.standings.push(standing);
    return standing;
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
    this.acquisitions.push({
      date,
      day: toDayNumber(date),
      factor: this.factor,
      rows: [row],
      units,
      cost,
      left: units,
      costLeft: cost,
    });
  }

  disposalOn(date: IsoDate): DisposalDay {
    const last = this.disposals.at(-1);
    if (last?.date === date) return last;
    const disposal: DisposalDay = {
      date,
      day: toDayNumber(date),
      factor: this.factor,
      sales: [],
      transfersOut: [],
      sold: NO_UNITS,
      transferred: NO_UNITS,
      proceeds: NO_POUNDS,
      incidentalCosts: NO_POUNDS,
      left: NO_UNITS,
      parts: [],
      lastDay: 0,
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

function copyOf(held: readonly Holding[]): Holding[] {
  return held.map(({ wrapper, units }) => ({ wrapper, units }));
}

/** The rows of a class as they are read. */
export interface ReadClass {
  /** One for each capacity that has any, in the order in which they first appear. */
  readonly histories: readonly CapacityHistory[];
  /** Those of which the walk finds all standings settled hold. */
  readonly checkpoints: readonly Checkpoint[];
}

/** Reads the rows of a class, once; those after a checkpoint alone where one is given. */
export function readClass(input: ClassInput, findings: Findings, from: Checkpoint | null): ReadClass {
  const basisOf = from?.basisOf ?? basesOf(input, findings);
  const histories = (from?.standings ?? []).map(
    (standing) => new CapacityHistory(standing.capacity, basisOf(standing.capacity), standing),
  );
  const checkpoints: Checkpoint[] = [];
  let history: CapacityHistory | undefined;
  let [rowCount, next] = [0, CHECKPOINT_ROWS];
  let before: IsoDate | null = null;
  for (const row of from === null ? input.rows : input.rows.slice(from.rowCount)) {
    const { transactionDate } = row;
    // Nobody asks a past day for a day before it, nor is a linked class taken up again.
    if (rowCount >= next && transactionDate !== before && from === null && !input.linked) {
      const day = toDayNumber(transactionDate);
      checkpoints.push({ rowCount, standings: histories.map((each) => each.standBefore(day)), basisOf });
      next = rowCount + CHECKPOINT_ROWS;
    }
    const capacity = capacityOf(row.taxWrapper);
    if (history?.capacity !== capacity) history = histories.find((candidate) => candidate.capacity === capacity);
    if (history === undefined) histories.push((history = new CapacityHistory(capacity, basisOf(capacity), null)));
    history.reach(transactionDate);
    readRow(row, history, input, findings);
    before = transactionDate;
    rowCount += 1;
  }
  const lastDate = input.rows.at(-1)?.transactionDate;
  if (lastDate !== undefined) for (const each of histories) each.reach(lastDate);
  return { histories, checkpoints };
}

function basesOf(input: ClassInput, findings: Findings): Checkpoint['basisOf'] {
  if (!input.hasEvents) return () => UNSPLIT;
  return shareBases(input.rows, {
    sideOf: (row) => sideOf(input, row),
    report: (code, row) => findings.report(code, row),
  });
}

function readRow(row: Transaction, history: CapacityHistory, input: ClassInput, findings: Findings): void {
  if (isCashEvent(row.transactionType)) return;
  switch (row.transactionType) {
    case 'BUY':
    case 'DIVIDEND_REINVESTED':
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
    case 'MERGER':
    case 'DEMERGER':
      reorganise(row, history, input, findings);
      break;
    case 'RETURN_OF_CAPITAL':
    case 'ACCUMULATION':
    case 'EQUALISATION':
      history.eventOn(row.transactionDate).rows.push(row);
      break;
    // Splits are in the share basis; income and a change of code leave a holding as it is.
    case 'SPLIT':
    case 'BONUS_ISSUE':
    case 'DIVIDEND':
    case 'INTEREST':
    case 'ISIN_CHANGE':
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
    history.acquire(row, units, inheritedCost(link, row, costOf(flow), history.basis));
    if (incidentalCosts(row, true) > 0n) findings.report('chargesNotCounted', row);
    if (flow?.complete === false) findings.report('passedCostIncomplete', row);
  } else history.acquire(row, units, acquisitionCost(row, input.settings.fxChargeAllowable));
  if (link === undefined) return;
  if (link.kind === 'half') findings.report('transferHalfMissing', row);
  else if (link.kind === 'across') findings.report('transferAcrossTaxStatus', row);
  else if (quantitiesDiffer(link, history.basis)) findings.report('transferQuantitiesDiffer', row);
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
}
