/** Which Transfer Out belongs to which Transfer In, and what the pair is (RULES 8). */
import { exact, type Exact } from '../../values/decimal.ts';
import { isTaxableWrapper } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { capacityOf } from '../terms/capacity.ts';
import { factorOn, NO_UNITS, shareByUnits, toUnits, type ShareBasis, type Units } from '../terms/units.ts';

/**
 * - `move`: between brokers or wrappers of one account and capacity: neither disposal nor acquisition
 * - `passing`: the In takes over the Out's exact cost (spouse or civil partner)
 * - `across`: between taxable and exempt: refused by the forms; each half then counts for itself
 * - `half`: the other half is missing
 */
type LinkKind = 'move' | 'passing' | 'across' | 'half';

export interface TransferLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly outs: readonly Transaction[];
  readonly ins: readonly Transaction[];
}

export const NO_LINKS: ReadonlyMap<string, TransferLink> = new Map<string, TransferLink>();

/** Groups the transfers that carry a `transferId`. `classOf` names the class of a row, ISIN changes followed. */
export function linkTransfers(
  rows: Iterable<Transaction>,
  classOf: (row: Transaction) => string,
): Map<string, TransferLink> {
  const halves = new Map<string, { outs: Transaction[]; ins: Transaction[] }>();
  for (const row of rows) {
    if (row.transferId === undefined) continue;
    const link = halves.get(row.transferId) ?? { outs: [], ins: [] };
    halves.set(row.transferId, link);
    if (row.transactionType === 'TRANSFER_OUT') link.outs.push(row);
    else if (row.transactionType === 'TRANSFER_IN') link.ins.push(row);
  }
  const links = new Map<string, TransferLink>();
  for (const [id, { outs, ins }] of halves) {
    const inOrder = ins.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    links.set(id, { id, kind: kindOf(outs, ins, classOf), outs, ins: inOrder });
  }
  return links;
}

function kindOf(
  outs: readonly Transaction[],
  ins: readonly Transaction[],
  classOf: (row: Transaction) => string,
): LinkKind {
  const [first] = outs;
  if (first === undefined || ins.length === 0) return 'half';
  const all = [...outs, ...ins];
  const sameHolding = (row: Transaction): boolean =>
    row.accountId === first.accountId &&
    classOf(row) === classOf(first) &&
    capacityOf(row.taxWrapper) === capacityOf(first.taxWrapper);
  if (all.every(sameHolding)) return 'move';
  return all.every((row) => isTaxableWrapper(row.taxWrapper) === isTaxableWrapper(first.taxWrapper))
    ? 'passing'
    : 'across';
}

/** True when both are the same kind of link between the same rows. */
export function areSameLinks(a: TransferLink | undefined, b: TransferLink | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.kind === b.kind && areSameRows(a.outs, b.outs) && areSameRows(a.ins, b.ins);
}

function areSameRows(a: readonly Transaction[], b: readonly Transaction[]): boolean {
  return a.length === b.length && a.every((row, index) => row === b[index]);
}

/**
 * The part of a passed cost that one of the Ins takes over: by quantity, each in the units of its day; the last takes the
 * rest.
 */
export function inheritedCost(
  { ins }: TransferLink,
  row: Transaction,
  passed: Exact<'pounds'>,
  basis: ShareBasis,
): Exact<'pounds'> {
  let costLeft = passed;
  let unitsLeft = totalUnits(ins, basis);
  for (const other of ins) {
    const units = unitsIn(other, basis);
    const cost = unitsLeft === 0n ? costLeft : shareByUnits(costLeft, units, unitsLeft);
    if (other === row) return cost;
    costLeft = (costLeft - cost) as Exact<'pounds'>;
    unitsLeft = (unitsLeft - units) as Units;
  }
  return 0n as Exact<'pounds'>;
}

/** True when what left is not what arrived, each counted in the units of its day (RULES 6.1). */
export function quantitiesDiffer({ outs, ins }: TransferLink, basis: ShareBasis): boolean {
  return totalUnits(outs, basis) !== totalUnits(ins, basis);
}

/** Basis units of transfers, each counted in the units of its day. */
export function totalUnits(rows: readonly Transaction[], basis: ShareBasis): Units {
  return rows.reduce((all, row) => all + unitsIn(row, basis), 0n) as Units;
}

function unitsIn({ quantity, transactionDate }: Transaction, basis: ShareBasis): Units {
  return quantity === null ? NO_UNITS : toUnits(exact(quantity), factorOn(basis, transactionDate));
}
