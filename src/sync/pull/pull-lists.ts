/** Pulling from a plain server: whole lists, and each record that a list shows as unknown or changed. */
import { readSyncState, type UnreadList } from '../../data/database/meta.ts';
import type { EntityName } from '../../data/entities/entities.ts';
import { askedAbout, removeAbsent, type PullBasis } from '../../data/pulled/quarantine.ts';
import { absentIds } from '../../data/pulled/server-records.ts';
import { isRetryable, refusalText, statusOf, type CallOutcome } from '../api/api.ts';
import { readList } from '../read/lists.ts';
import { noteWireForms } from '../wire/wire-forms.ts';
import { asObject } from '../network/http.ts';
import { readId } from '../wire/wire.ts';
import { pullActiveBanks } from './pull-banks.ts';
import { basisOf, noteHeld, pullFailure, type PullContext, type PullResult } from './pull-context.ts';
import { applyItems, type Walk } from './pull-items.ts';
import { pullPropertyPrices } from './pull-property-prices.ts';
import { pullQuotes } from './pull-quotes.ts';
import { pullKnownReceipts } from './pull-receipts.ts';

const FULL_READ_EVERY_MS = 24 * 60 * 60_000;

/** Records that others refer to come first, so that no transaction is shown in an account without a name. */
const ENTITIES = [
  'account',
  'broker',
  'asset',
  'bankName',
  'targetAllocation',
  'savingsAccount',
  'brokerCashBalance',
  'property',
  'propertyPrice',
  'transaction',
  'receipt',
] as const satisfies readonly EntityName[];

/** Without these two lists the device would show nothing of the user's. */
const REQUIRED: ReadonlySet<EntityName> = new Set(['account', 'transaction']);

/**
 * Pulls every list. Once a day every record is read again: a list does not show all fields. A list that the server
 * refuses stops nothing else; it is noted by its name.
 */
export async function pullLists(context: PullContext, allQuotes: boolean): Promise<PullResult> {
  const { db, environment, claimNumber } = context;
  const { fullReadAt } = await readSyncState(db);
  const age = fullReadAt === null ? Infinity : Math.abs(environment.now() - Date.parse(fullReadAt));
  const full = age > FULL_READ_EVERY_MS;
  const walked: Walked[] = [];
  const unread: UnreadList[] = [];
  for (const entity of ENTITIES) {
    const basis = basisOf(context);
    const result = await pullShown(context, { entity, basis, full });
    if (result instanceof Set) walked.push({ entity, shown: result, basis });
    else if (typeof result === 'object') unread.push(result);
    else if (result !== 'done') return result;
    if (result instanceof Set && entity === 'account') await noteHeld(context, { accountsPulled: true });
  }
  await noteHeld(context, { unreadLists: unread, lastPullClaimNumber: claimNumber });
  // An account whose records are gone as well is not needed by them.
  for (const one of walked.toReversed()) await believeAbsence(context, one);
  const quotes = await pullQuotes(context, allQuotes);
  if (full && quotes === 'done') await noteHeld(context, { fullReadAt: new Date(environment.now()).toISOString() });
  return quotes;
}

type Shown = PullResult | Set<string> | UnreadList;

async function pullShown(context: PullContext, walk: Walk): Promise<Shown> {
  if (walk.entity === 'propertyPrice') return await pullPropertyPrices(context, walk);
  return walk.entity === 'receipt' ? await pullKnownReceipts(context, walk.basis) : await pullList(context, walk);
}

/** Applies a list; returns the ids that it shows, or why they are not known. */
async function pullList(context: PullContext, walk: Walk): Promise<Shown> {
  const { entity } = walk;
  const list = await readList(context.api, entity, { recent: true });
  if (list.kind === 'failed') {
    // A list that this server does not have, or not for this user, does not stop the others.
    const status = statusOf(list.outcome);
    const isMissing = !REQUIRED.has(entity) && (status === 403 || status === 404);
    if (!isMissing) return refusedList(entity, list.outcome) ?? pullFailure(list.outcome);
    return entity === 'bankName' ? await pullActiveBanks(context, walk.basis) : 'done';
  }
  const shown = new Set(list.items.map((item) => readId(asObject(item)?.['id'])).filter((id) => id !== null));
  await noteWireForms(context.db, entity, list.items[0]);
  const taken = await applyItems(context, walk, list.items);
  return taken === 'done' ? shown : taken;
}

/** The list that the server refuses; null when it may reply later, or to another user. */
function refusedList(entity: EntityName, outcome: CallOutcome): UnreadList | null {
  if (outcome.kind !== 'reply' || isRetryable(outcome.status)) return null;
  return { entity, status: outcome.status, message: refusalText(outcome) };
}

/** The records that a complete walk of an entity has shown. */
interface Walked {
  readonly entity: EntityName;
  readonly shown: ReadonlySet<string>;
  readonly basis: PullBasis;
}

/** Removes what two complete walks in a row did not show. */
async function believeAbsence(context: PullContext, { entity, shown, basis }: Walked): Promise<void> {
  const { db } = context;
  const absent = await absentIds(db, entity, shown);
  const asked = await askedAbout(db, entity);
  const before = new Set((await readSyncState(db)).absent[entity]);
  const gone = absent.filter((id) => before.has(id) || asked.has(id));
  // Also where none is gone: the list may be whole again.
  if (gone.length > 0 || asked.size > 0) await removeAbsent(db, entity, gone, basis);
  await noteHeld(context, { absent: { ...(await readSyncState(db)).absent, [entity]: absent } });
}
