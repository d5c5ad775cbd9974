/** Pulling from a plain server: whole lists, and each record that a list shows as unknown or changed. */
import { senderEpoch } from '../data/claims.ts';
import { readSyncState, updateSyncState } from '../data/meta.ts';
import { askedAbout, removeAbsent } from '../data/quarantine.ts';
import type { EntityName } from '../data/schema.ts';
import { absentIds, applyPrices, type PullBasis } from '../data/server-records.ts';
import { statusOf, successOf } from './api.ts';
import { readList } from './lists.ts';
import { pullActiveBanks } from './pull-banks.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';
import { takeItems, type Walk } from './pull-items.ts';
import { pullPropertyPrices } from './pull-property-prices.ts';
import { pullRates } from './pull-rates.ts';
import { pullKnownReceipts } from './pull-receipts.ts';
import { asObject, readId, readPrice } from './wire.ts';

/** Requests under way at once. */
const AT_ONCE = 4;
const FULL_READ_EVERY_MS = 24 * 60 * 60_000;

/** What others refer to comes first, so that no transaction is shown in an account without a name. */
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

/** Pulls every list. `full` reads every record again, which is also done daily: a list does not show all fields. */
export async function pullLists(context: PullContext, options: { readonly full: boolean }): Promise<PullResult> {
  const { db, environment } = context;
  const { fullReadAt } = await readSyncState(db);
  const age = fullReadAt === null ? Infinity : Math.abs(environment.now() - Date.parse(fullReadAt));
  const full = options.full || age > FULL_READ_EVERY_MS;
  const walked: Walked[] = [];
  for (const entity of ENTITIES) {
    const basis: PullBasis = { sinceEpoch: await senderEpoch(db), now: environment.now() };
    const result = await pullShown(context, { entity, basis, full });
    if (result instanceof Set) walked.push({ entity, shown: result, basis });
    else if (result !== 'done') return result;
    if (entity === 'account') await updateSyncState(db, { accountsPulled: true });
  }
  // An account whose records are gone as well is not missed by them.
  for (const one of walked.toReversed()) await believeAbsence(context, one);
  if (!full) return 'done';
  const prices = await pullLatestPrices(context);
  const quotes = prices === 'done' ? await pullRates(context) : prices;
  if (quotes === 'done') await updateSyncState(db, { fullReadAt: new Date(environment.now()).toISOString() });
  return quotes;
}

async function pullShown(context: PullContext, walk: Walk): Promise<PullResult | Set<string>> {
  if (walk.entity === 'propertyPrice') return await pullPropertyPrices(context, walk);
  return walk.entity === 'receipt' ? await pullKnownReceipts(context, walk.basis) : await pullList(context, walk);
}

/** Takes over a list; answers the ids that it shows, or why they are not known. */
async function pullList(context: PullContext, walk: Walk): Promise<PullResult | Set<string>> {
  const { entity } = walk;
  const list = await readList(context.api, entity);
  if (list.kind === 'failed') {
    // A list that this server does not have, or not for this user, is no reason to give up the others.
    const status = statusOf(list.outcome);
    const isMissing = !REQUIRED.has(entity) && (status === 403 || status === 404);
    if (!isMissing) return pullFailure(list.outcome);
    return entity === 'bankName' ? await pullActiveBanks(context, walk.basis) : 'done';
  }
  const shown = new Set(list.items.map((item) => readId(asObject(item)?.['id'])).filter((id) => id !== null));
  const taken = await takeItems(context, walk, list.items);
  return taken === 'done' ? shown : taken;
}

/** What a complete walk of an entity has shown. */
interface Walked {
  readonly entity: EntityName;
  readonly shown: ReadonlySet<string>;
  readonly basis: PullBasis;
}

/** Removes what two complete walks in a row did not show. */
async function believeAbsence(context: PullContext, { entity, shown, basis }: Walked): Promise<void> {
  const { db, environment } = context;
  const absent = await absentIds(db, entity, shown, basis.sinceEpoch);
  const asked = await askedAbout(db, entity);
  const before = new Set((await readSyncState(db)).absent[entity]);
  const gone = absent.filter((id) => before.has(id) || asked.has(id));
  // Also where none is gone: the list may be whole again.
  if (gone.length > 0 || asked.size > 0)
    await removeAbsent(db, entity, gone, { restored: false, now: environment.now() });
  await updateSyncState(db, { absent: { ...(await readSyncState(db)).absent, [entity]: absent } });
}

/** The latest price of each security of the user's. */
async function pullLatestPrices(context: PullContext): Promise<PullResult> {
  const { db, api } = context;
  const isins = new Set<string>();
  await db.transactions.each((transaction) => void isins.add(transaction.isin));
  const queue = [...isins];
  for (let start = 0; start < queue.length; start += AT_ONCE) {
    const batch = queue.slice(start, start + AT_ONCE);
    const outcomes = await Promise.all(
      batch.map(async (isin) => await api.call('GET', `/prices/latest/${encodeURIComponent(isin)}`)),
    );
    const failed = outcomes.find((outcome) => outcome.kind !== 'reply');
    if (failed !== undefined) return pullFailure(failed);
    // The specification lets a missing currency mean US dollars (001 §3).
    const prices = outcomes.flatMap((outcome, index) =>
      readPrice({ currency: 'USD', ...asObject(successOf(outcome)?.json), isin: batch[index] }),
    );
    if (!(await applyPrices(db, prices)).ok) return 'failed';
  }
  return 'done';
}
