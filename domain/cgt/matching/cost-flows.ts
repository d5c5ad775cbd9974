/** Classes whose costs depend on each other: spouse transfers, mergers, demergers (RULES 6.6, 6.7, 8.3). */
import { capacityOf } from '../terms/capacity.ts';
import type { ClassBook, ClassRows } from '../classes/class-book.ts';
import { reorganisationFlow, transferFlow, type CostFlow, type CostFlows } from '../classes/class-input.ts';
import { divideHalfEven, SCALE, type Exact } from '../../values/decimal.ts';
import type { ClassGains } from '../terms/gains.ts';
import type { IdentifiedClass } from './identify-class.ts';

/** How a class is identified from the costs that come in. */
export type Identify = (entry: ClassRows, incoming: CostFlows) => IdentifiedClass;

/** Rounds in which costs that go round in a circle are worked out (RULES 8.6). */
const CIRCLE_ROUNDS = 128;
/** Costs of a circle that change by no more than this, 10^-18 pounds, have settled. */
const SETTLED_WITHIN = 10n ** BigInt(SCALE - 18);

/** A linked class with the flows that it reads and writes. */
interface Linked {
  readonly entry: ClassRows;
  readonly awaited: readonly string[];
  readonly sent: readonly string[];
}

/**
 * Identifies the linked classes, each with the costs that the others pass to it, until none changes. Givers come before
 * receivers, so one round does unless two classes give to each other. Entries come in a fixed order, so that even the
 * approximation of a circle is the same every time.
 */
export function identifyLinked(
  entries: readonly ClassRows[],
  book: ClassBook,
  identify: Identify,
): ReadonlyMap<ClassRows, ClassGains> {
  const gains = new Map<ClassRows, ClassGains>();
  if (entries.length === 0) return gains;
  const linked = giversFirst(entries.map((entry) => ({ entry, ...flowsOf(entry, book) })));
  // A chain of costs is at most as long as there are flows; what has not settled by then goes in a circle.
  const rounds = linked.reduce((count, { awaited }) => count + awaited.length, 2);
  const inChains = settle(linked, identify, { rounds, within: 0n, afterRound: () => undefined });
  const { results, unsettled } =
    inChains.unsettled.size === 0
      ? inChains
      : settle(linked, identify, {
          rounds: CIRCLE_ROUNDS,
          within: SETTLED_WITHIN,
          afterRound: extrapolation(),
        });
  for (const [entry, result] of results)
    gains.set(entry, unsettled.has(entry) ? withCircleReported(result.gains) : result.gains);
  return gains;
}

/** Orders classes so that each comes after those that it receives from, as far as they do not also receive from it. */
function giversFirst(linked: readonly Linked[]): Linked[] {
  const giverOf = new Map(linked.flatMap((one) => one.sent.map((flow) => [flow, one] as const)));
  const ordered = new Set<Linked>();
  const onTheWay = new Set<Linked>();
  const visit = (one: Linked): void => {
    if (ordered.has(one) || onTheWay.has(one)) return;
    onTheWay.add(one);
    for (const flow of one.awaited) {
      const giver = giverOf.get(flow);
      if (giver !== undefined) visit(giver);
    }
    ordered.add(one);
  };
  linked.forEach(visit);
  return [...ordered];
}

interface Settling {
  readonly rounds: number;
  /** The largest change of a cost that counts as none. */
  readonly within: bigint;
  readonly afterRound: (flows: Map<string, CostFlow>) => void;
}

/** Runs rounds until nothing changes, or no round is left; returns which classes still changed in the last one. */
function settle(
  linked: readonly Linked[],
  identify: Identify,
  { rounds, within, afterRound }: Settling,
): { readonly results: ReadonlyMap<ClassRows, IdentifiedClass>; readonly unsettled: ReadonlySet<ClassRows> } {
  const flows = new Map<string, CostFlow>();
  const results = new Map<ClassRows, IdentifiedClass>();
  let unsettled = new Set<ClassRows>();
  for (let round = 0; round < rounds; round += 1) {
    unsettled = new Set();
    for (const { entry, awaited } of linked) {
      const before = results.get(entry);
      const result = identify(entry, select(flows, awaited));
      results.set(entry, result);
      if (carryOut(flows, before, result, within)) unsettled.add(entry);
    }
    if (unsettled.size === 0) break;
    afterRound(flows);
  }
  return { results, unsettled };
}

/**
 * What a circle passes on is a share of what came in, so its costs approach their solution by an equal factor in each
 * round. From every third round the rest of the way is added at once (Aitken's extrapolation); the next rounds prove
 * the result, or approach it further where several circles meet.
 */
function extrapolation(): (flows: Map<string, CostFlow>) => void {
  let seen: ReadonlyMap<string, CostFlow>[] = [];
  return (flows) => {
    const [first, second] = seen;
    if (second === undefined) {
      seen.push(new Map(flows));
      return;
    }
    seen = [];
    for (const [name, flow] of flows) {
      const [a, b, c] = [first?.get(name)?.cost, second?.get(name)?.cost, flow.cost];
      if (a === undefined || b === undefined) continue;
      const [before, now] = [b - a, c - b];
      if (before === now) continue;
      const cost = c + divideHalfEven(now * now, before - now);
      if (cost >= 0n) flows.set(name, { ...flow, cost: cost as Exact<'pounds'> });
    }
  };
}

/** Replaces what a class passed on before by what it passes on now; true when that is different. */
function carryOut(
  flows: Map<string, CostFlow>,
  before: IdentifiedClass | undefined,
  now: IdentifiedClass,
  within: bigint,
): boolean {
  let changed = false;
  for (const name of before?.outgoing.keys() ?? [])
    if (!now.outgoing.has(name)) changed = flows.delete(name) || changed;
  for (const [name, flow] of now.outgoing) {
    const known = flows.get(name);
    flows.set(name, flow);
    if (!isSameFlow(known, flow, within)) changed = true;
  }
  return changed;
}

function isSameFlow(a: CostFlow | undefined, b: CostFlow | undefined, within = 0n): boolean {
  if (a === undefined || b === undefined) return a === b;
  const change = a.cost - b.cost;
  return a.complete === b.complete && change <= within && -change <= within;
}

/** True when both have the same flows with the same costs. */
export function areSameFlows(a: CostFlows, b: CostFlows): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, flow] of a) if (!isSameFlow(flow, b.get(name))) return false;
  return true;
}

function withCircleReported(gains: ClassGains): ClassGains {
  const { accountId, isin } = gains;
  return {
    ...gains,
    issues: [...gains.issues, { code: 'circularTransfer', accountId, isin, transaction: null, quantity: null }],
  };
}

/** The flows that a class reads and writes: costs of linked transfers, mergers and demergers. */
function flowsOf(
  entry: ClassRows,
  book: ClassBook,
): { readonly awaited: readonly string[]; readonly sent: readonly string[] } {
  const awaited = new Set<string>();
  const sent = new Set<string>();
  for (const row of entry.rows) {
    if (row.transferId !== undefined) {
      if (row.transactionType === 'TRANSFER_IN') awaited.add(transferFlow(row.transferId));
      else if (row.transactionType === 'TRANSFER_OUT') sent.add(transferFlow(row.transferId));
    }
    if (row.transactionType !== 'MERGER' && row.transactionType !== 'DEMERGER') continue;
    const [from, to] = [
      book.presentIsin(entry.accountId, row.isin),
      book.presentIsin(entry.accountId, row.relatedIsin ?? row.isin),
    ];
    const flow = reorganisationFlow(entry.accountId, capacityOf(row.taxWrapper), row.transactionDate, from, to);
    if (from !== entry.isin) awaited.add(flow);
    else if (to !== entry.isin) sent.add(flow);
  }
  return { awaited: [...awaited], sent: [...sent] };
}

function select(flows: CostFlows, wanted: readonly string[]): CostFlows {
  const selected = new Map<string, CostFlow>();
  for (const name of wanted) {
    const flow = flows.get(name);
    if (flow !== undefined) selected.set(name, flow);
  }
  return selected;
}
