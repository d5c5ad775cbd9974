/** Classes whose costs depend on each other: spouse transfers, mergers, demergers (RULES 6.6, 6.7, 8.3). */
import { capacityOf } from './capacity.ts';
import type { ClassBook, ClassRows } from './class-book.ts';
import { reorganisationFlow, transferFlow, type CostFlow, type CostFlows } from './class-input.ts';
import type { ClassGains } from './gains.ts';
import type { IdentifiedClass } from './identify-class.ts';

/** How a linked class is identified, and what is known of it from the last time, when its rows are still the same. */
export interface LinkedIdentification {
  readonly identify: (entry: ClassRows, incoming: CostFlows) => IdentifiedClass;
  readonly known: (entry: ClassRows) => IdentifiedClass | undefined;
}

/** Rounds in which costs that go round in a circle are approximated (RULES 8.6). */
const CIRCLE_ROUNDS = 64;

/** Linked classes with the flows that each reads. */
interface Linked {
  readonly entry: ClassRows;
  readonly awaited: readonly string[];
}

/** Identifies the linked classes again and again, each with the costs that the others now pass to it, until none changes. */
export function identifyLinked(entries: readonly ClassRows[], book: ClassBook, { identify, known }: LinkedIdentification): ClassGains[] {
  const linked = entries.map((entry) => ({ entry, awaited: flowsInto(entry, book) }));
  // A chain of costs is at most as long as there are flows; what has not settled by then goes in a circle.
  const rounds = linked.reduce((count, { awaited }) => count + awaited.length, 2);
  const settled = settle(linked, identify, rounds, startingFlows(entries, known));
  if (settled.unsettled.size === 0) return settled.gains;
  const approximated = settle(linked, identify, CIRCLE_ROUNDS, new Map());
  return approximated.gains.map((gains, index) => {
    const entry = entries[index];
    return entry !== undefined && settled.unsettled.has(entry) ? withCircleReported(gains) : gains;
  });
}

function startingFlows(entries: readonly ClassRows[], known: LinkedIdentification['known']): Map<string, CostFlow> {
  const flows = new Map<string, CostFlow>();
  for (const entry of entries) for (const [name, flow] of known(entry)?.outgoing ?? []) flows.set(name, flow);
  return flows;
}

/** Runs rounds until nothing changes, or no round is left; answers which classes still changed in the last one. */
function settle(linked: readonly Linked[], identify: LinkedIdentification['identify'], rounds: number, flows: Map<string, CostFlow>): { readonly gains: ClassGains[]; readonly unsettled: ReadonlySet<ClassRows> } {
  const results = new Map<ClassRows, IdentifiedClass>();
  let unsettled = new Set<ClassRows>();
  for (let round = 0; round < rounds; round += 1) {
    unsettled = new Set();
    for (const { entry, awaited } of linked) {
      const before = results.get(entry);
      const result = identify(entry, select(flows, awaited));
      results.set(entry, result);
      if (result !== before && carryOut(flows, before, result)) unsettled.add(entry);
    }
    if (unsettled.size === 0) break;
  }
  return { gains: linked.flatMap(({ entry }) => results.get(entry)?.gains ?? []), unsettled };
}

/** Replaces what a class passed on before by what it passes on now; true when that is different. */
function carryOut(flows: Map<string, CostFlow>, before: IdentifiedClass | undefined, now: IdentifiedClass): boolean {
  let changed = false;
  for (const name of before?.outgoing.keys() ?? []) if (!now.outgoing.has(name)) changed = flows.delete(name) || changed;
  for (const [name, flow] of now.outgoing) {
    if (isSameFlow(flows.get(name), flow)) continue;
    flows.set(name, flow);
    changed = true;
  }
  return changed;
}

function isSameFlow(a: CostFlow | undefined, b: CostFlow | undefined): boolean {
  return a?.cost === b?.cost && a?.complete === b?.complete;
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
  return { ...gains, issues: [...gains.issues, { code: 'circularTransfer', accountId, isin, transaction: null, quantity: null }] };
}

/** The flows that a class reads: costs of shares that came in by a linked transfer, a merger or a demerger. */
function flowsInto(entry: ClassRows, book: ClassBook): readonly string[] {
  const flows = new Set<string>();
  for (const row of entry.rows) {
    if (row.transactionType === 'TRANSFER_IN' && row.transferId !== undefined) flows.add(transferFlow(row.transferId));
    if (row.transactionType !== 'MERGER' && row.transactionType !== 'DEMERGER') continue;
    const from = book.presentIsin(entry.accountId, row.isin);
    if (from !== entry.isin) flows.add(reorganisationFlow(entry.accountId, capacityOf(row.taxWrapper), row.transactionDate, from, entry.isin));
  }
  return [...flows];
}

function select(flows: CostFlows, wanted: readonly string[]): CostFlows {
  const selected = new Map<string, CostFlow>();
  for (const name of wanted) {
    const flow = flows.get(name);
    if (flow !== undefined) selected.set(name, flow);
  }
  return selected;
}
