/** Capital gains of a portfolio: classes identified one by one, kept until a row of theirs changes (RULES.md). */
import { areSameSettings, DEFAULT_ACCOUNT_SETTINGS } from '../account-settings.ts';
import { mayBeQualifyingBond, securityExemption } from './capacity.ts';
import { updateBook, type BookCache } from './book-update.ts';
import { classesInOrder, receiversOf, type ClassBook, type ClassRows } from './class-book.ts';
import { areSameFlows, identifyLinked } from './cost-flows.ts';
import type { ClassInput, CostFlow, CostFlows } from './class-input.ts';
import type { GainsInput, GainsResult } from './gains.ts';
import { identifyClass, type IdentifiedClass } from './identify-class.ts';
import { NO_LINKS } from './transfer-links.ts';

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

const NO_FLOWS: CostFlows = new Map<string, CostFlow>();

/**
 * Identifies every disposal up to `asOf`. Pure: equal input gives an equal result, whatever the cache holds.
 * The transactions must have passed `checkTransaction`; their order is of no matter.
 */
export function computeGains(input: GainsInput, cache: GainsCache = createGainsCache()): GainsResult {
  const book = updateBook(input, cache, (before, after) => {
    const kept = cache.kept.get(before);
    if (kept !== undefined) cache.kept.set(after, kept);
  });
  const entries = classesInOrder(book).filter((entry) => entry.rows.length > 0);
  const identify = (entry: ClassRows, incoming: CostFlows): IdentifiedClass => identifyOrKeep(entry, input, book, cache, incoming);
  const linked = identifyLinked(entries.filter((entry) => entry.linked), book, identify);
  const classes = entries.map((entry) => linked.get(entry) ?? identify(entry, NO_FLOWS).gains);
  return { asOf: input.asOf, classes };
}

/** The kept result when nothing it rests on has changed, else a new one. */
function identifyOrKeep(entry: ClassRows, input: GainsInput, book: ClassBook, cache: GainsCache, incoming: CostFlows): IdentifiedClass {
  const kept = cache.kept.get(entry);
  const classInput = classInputOf(entry, input, book, incoming);
  if (kept !== undefined && restsOnTheSame(kept.input, classInput)) return kept;
  const fresh = { ...identifyClass(classInput), input: classInput };
  cache.kept.set(entry, fresh);
  return fresh;
}

function classInputOf(entry: ClassRows, input: GainsInput, book: ClassBook, incoming: CostFlows): ClassInput {
  const { accountId, isin, rows, hasEvents, linked } = entry;
  const facts = input.assets.get(isin);
  const exempt = securityExemption(isin, facts);
  return {
    accountId, isin, rows, hasEvents, exempt, incoming,
    presentIsin: (other) => book.presentIsin(accountId, other),
    links: linked || hasEvents ? book.links : NO_LINKS,
    mayBeQualifyingBond: exempt === null && mayBeQualifyingBond(facts),
    settings: input.settings?.get(accountId) ?? DEFAULT_ACCOUNT_SETTINGS,
    receivers: linked ? receiversOf(entry, book) : [],
  };
}

function restsOnTheSame(a: ClassInput, b: ClassInput): boolean {
  return a.rows === b.rows && a.links === b.links && a.exempt === b.exempt && a.mayBeQualifyingBond === b.mayBeQualifyingBond &&
    areSameSettings(a.settings, b.settings) && areSameFlows(a.incoming, b.incoming) &&
    a.receivers.length === b.receivers.length && a.receivers.every((rows, index) => rows === b.receivers[index]);
}
