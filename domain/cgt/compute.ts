/** Capital gains of a portfolio: classes identified one by one, kept until a row of theirs changes (RULES.md). */
import type { Exact } from '../decimal.ts';
import { securityExemption } from './capacity.ts';
import { updateBook, type BookCache } from './book-update.ts';
import type { ClassBook, ClassRows } from './class-book.ts';
import { identifyLinked } from './cost-flows.ts';
import type { ClassInput, CostFlows } from './class-input.ts';
import type { ClassGains, GainsInput, GainsResult } from './gains.ts';
import { identifyClass, type IdentifiedClass } from './identify-class.ts';

/** A class as it was last identified, and from what. */
interface Kept extends IdentifiedClass {
  readonly input: ClassInput;
}

/** Sub-results kept between calls; give the same cache to successive calls of the same portfolio. */
export interface GainsCache extends BookCache {
  kept: WeakMap<ClassRows, Kept>;
}

export function createGainsCache(): GainsCache {
  return { transactions: [], book: null, kept: new WeakMap() };
}

const NO_FLOWS: CostFlows = new Map<string, Exact<'pounds'>>();

/**
 * Identifies every disposal up to `asOf`. Pure: equal input gives an equal result, whatever the cache holds.
 * The transactions must have passed `checkTransaction`; their order is of no matter.
 */
export function computeGains(input: GainsInput, cache: GainsCache = createGainsCache()): GainsResult {
  const book = updateBook(input, cache, (before, after) => {
    const kept = cache.kept.get(before);
    if (kept !== undefined) cache.kept.set(after, kept);
  });
  const linked: ClassRows[] = [];
  const classes: ClassGains[] = [];
  for (const ofAccount of book.accounts.values()) {
    for (const entry of ofAccount.values()) {
      if (entry.rows.length === 0) continue;
      if (entry.linked) linked.push(entry);
      else classes.push(identifyOrKeep(entry, input, book, cache, NO_FLOWS).gains);
    }
  }
  if (linked.length > 0) {
    const identify = (entry: ClassRows, incoming: CostFlows): IdentifiedClass => identifyOrKeep(entry, input, book, cache, incoming);
    const known = (entry: ClassRows): IdentifiedClass | undefined => {
      const kept = cache.kept.get(entry);
      return kept?.input.rows === entry.rows && kept.input.links === book.links ? kept : undefined;
    };
    for (const gains of identifyLinked(linked, book, { identify, known })) classes.push(gains);
  }
  return { asOf: input.asOf, classes: classes.toSorted(byAccountAndIsin) };
}

/** The kept result when nothing it rests on has changed, else a new one. */
function identifyOrKeep(entry: ClassRows, input: GainsInput, book: ClassBook, cache: GainsCache, incoming: CostFlows): IdentifiedClass {
  const kept = cache.kept.get(entry);
  const facts = input.assets.get(entry.isin);
  const exempt = securityExemption(entry.isin, facts);
  const mayBeQualifyingBond = facts?.type === 'BOND' && facts.cgtExempt === null && exempt === null && (facts.denomination === 'GBP' || facts.denomination === 'GBX');
  const fxChargeAllowable = input.settings?.get(entry.accountId)?.fxChargeAllowable ?? false;
  if (
    kept !== undefined && kept.input.rows === entry.rows && kept.input.exempt === exempt && kept.input.mayBeQualifyingBond === mayBeQualifyingBond &&
    kept.input.fxChargeAllowable === fxChargeAllowable && sameFlows(kept.input.incoming, incoming) && (!entry.linked || kept.input.links === book.links)
  ) return kept;
  const classInput: ClassInput = {
    accountId: entry.accountId, isin: entry.isin, rows: entry.rows, hasEvents: entry.hasEvents, presentIsin: (isin) => book.presentIsin(entry.accountId, isin),
    links: book.links, exempt, mayBeQualifyingBond, fxChargeAllowable, incoming,
  };
  const fresh = { ...identifyClass(classInput), input: classInput };
  cache.kept.set(entry, fresh);
  return fresh;
}

function sameFlows(a: CostFlows, b: CostFlows): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [flow, cost] of a) if (b.get(flow) !== cost) return false;
  return true;
}

function byAccountAndIsin(a: ClassGains, b: ClassGains): number {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1;
  return a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0;
}
