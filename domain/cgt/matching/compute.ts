/** Capital gains of a portfolio: classes identified one by one, kept until a row of theirs changes (RULES.md). */
import { areSameSettings, DEFAULT_ACCOUNT_SETTINGS } from '../../records/account-settings.ts';
import type { Transaction } from '../../records/records.ts';
import { mayBeQualifyingBond, securityExemption } from '../terms/capacity.ts';
import { updateBook, type BookCache } from '../classes/book-update.ts';
import { lastWithin } from './checkpoints.ts';
import {
  bookAsOf,
  classesInOrder,
  isPlain,
  receiversOf,
  type ClassBook,
  type ClassRows,
} from '../classes/class-book.ts';
import { areSameFlows, identifyLinked } from './cost-flows.ts';
import type { ClassInput, CostFlow, CostFlows } from '../classes/class-input.ts';
import type { GainsInput, GainsResult } from '../terms/gains.ts';
import { identifyClass, identifyFrom, type IdentifiedClass } from './identify-class.ts';
import { areSameLinks, NO_LINKS } from '../classes/transfer-links.ts';

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
  const latest = updateBook(input, cache, (before, after) => {
    const kept = cache.kept.get(before);
    if (kept !== undefined) cache.kept.set(after, kept);
  });
  const book = bookAsOf(latest, input.transactions, input.asOf);
  const entries = classesInOrder(book).filter((entry) => entry.rows.length > 0);
  const identify = (entry: ClassRows, incoming: CostFlows): IdentifiedClass => {
    const later = latest.accounts.get(entry.accountId)?.get(entry.isin);
    return identifyOrKeep(entry, classInputOf(entry, input, book, incoming), cache, later ?? entry);
  };
  const linked = identifyLinked(
    entries.filter((entry) => entry.linked),
    book,
    identify,
  );
  const classes = entries.map((entry) => linked.get(entry) ?? identify(entry, NO_FLOWS).gains);
  return { asOf: input.asOf, classes };
}

/** The kept result when nothing it rests on has changed, else a new one; `later` is the same class as of the same or a later day. */
function identifyOrKeep(entry: ClassRows, input: ClassInput, cache: GainsCache, later: ClassRows): IdentifiedClass {
  const kept = cache.kept.get(entry);
  if (kept !== undefined && kept.input.rows === input.rows && agree(kept.input, input)) return kept;
  const keptLater = later === entry ? undefined : cache.kept.get(later);
  const fresh = { ...(keptLater === undefined ? identifyClass(input) : identifyEarlier(keptLater, input)), input };
  cache.kept.set(entry, fresh);
  return fresh;
}

/** What is known of the class as of a later day saves most of the work, or all of it. */
function identifyEarlier(later: Kept, input: ClassInput): IdentifiedClass {
  const { rows } = input;
  if (!rows.every((row, index) => row === later.input.rows[index]) || !agree(later.input, input))
    return identifyClass(input);
  if (rows.length === later.input.rows.length) return later;
  const checkpoint = lastWithin(later.checkpoints, rows.length);
  return checkpoint === null ? identifyClass(input) : identifyFrom(checkpoint, input);
}

function classInputOf(entry: ClassRows, input: GainsInput, book: ClassBook, incoming: CostFlows): ClassInput {
  const { accountId, isin, codes, rows, hasEvents, linked } = entry;
  // Not the book: a kept result would hold all classes of its day in memory.
  const { presentIsin } = book;
  const facts = input.assets.get(isin);
  const exempt = securityExemption(isin, facts);
  return {
    accountId,
    isin,
    codes,
    rows,
    hasEvents,
    linked,
    exempt,
    incoming,
    presentIsin: (other) => presentIsin(accountId, other),
    links: linked || hasEvents ? book.links : NO_LINKS,
    mayBeQualifyingBond: exempt === null && mayBeQualifyingBond(facts),
    settings: input.settings?.get(accountId) ?? DEFAULT_ACCOUNT_SETTINGS,
    receivers: linked ? receiversOf(entry, book) : [],
  };
}

/** True when two inputs of a class differ in their rows at most, and say the same of the second's. */
function agree(a: ClassInput, b: ClassInput): boolean {
  return (
    a.linked === b.linked &&
    a.exempt === b.exempt &&
    a.mayBeQualifyingBond === b.mayBeQualifyingBond &&
    areSameSettings(a.settings, b.settings) &&
    areSameFlows(a.incoming, b.incoming) &&
    a.receivers.length === b.receivers.length &&
    a.receivers.every((rows, index) => rows === b.receivers[index]) &&
    (a.links === b.links || b.rows.every((row) => isPlain(row) || saySameOf(row, a, b)))
  );
}

/** True when the row's transfer is the same pair, and a reorganisation is of the same classes. */
function saySameOf({ transferId, isin, relatedIsin }: Transaction, a: ClassInput, b: ClassInput): boolean {
  if (transferId !== undefined && !areSameLinks(a.links.get(transferId), b.links.get(transferId))) return false;
  return relatedIsin === undefined || [isin, relatedIsin].every((code) => a.presentIsin(code) === b.presentIsin(code));
}
