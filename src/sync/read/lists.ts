/** Reading an entity's whole list from any server. */
import type { EntityName } from '../../data/entities/entities.ts';
import { statusOf, successOf, type Api, type CallOutcome } from '../api/api.ts';
import { isListedInPages, listPath, type Addressed } from '../wire/paths.ts';
import { asObject } from '../network/http.ts';
import { readId } from '../wire/wire.ts';

/** A complete list, or the call that failed. */
export type ListResult =
  | { readonly kind: 'list'; readonly items: readonly unknown[] }
  | { readonly kind: 'failed'; readonly outcome: CallOutcome };

/** `recent`: an earlier reply of the round may be used, unless something was sent since. */
interface ListOptions {
  readonly recent?: boolean;
}

/** Pages of a list that changes while it is read are read again, at most this often. */
const MOST_WALKS = 3;
/** The size of a page that the specification names (000 §9, 002 §9). */
const SPECIFIED_PAGE_SIZE = 20;
/** A server that answers pages although none were asked for may have many records. */
const LARGE_PAGE_SIZE = 200;

/**
 * Reads an entity's list completely, or for records that belong to another the list of that. A server that replies in
 * pages without being asked is read page by page.
 */
export async function readList(
  api: Api,
  entity: EntityName,
  { recent = false, ...parent }: Omit<Addressed, 'id'> & ListOptions = {},
): Promise<ListResult> {
  const path = listPath(entity, parent);
  return isListedInPages(entity)
    ? await readPages(api, path, SPECIFIED_PAGE_SIZE, recent)
    : await readListAt(api, path, { recent });
}

/** Reads the list at a path completely. */
export async function readListAt(api: Api, path: string, { recent = false }: ListOptions = {}): Promise<ListResult> {
  const outcome = await api.call('GET', path, { recent });
  const page = pageIn(successOf(outcome)?.json);
  if (page === null) return { kind: 'failed', outcome: notTheApi(outcome) };
  if (!page.hasNext) return { kind: 'list', items: page.items };
  const large = await readPages(api, path, LARGE_PAGE_SIZE);
  const isTooLarge = large.kind === 'failed' && statusOf(large.outcome) === 400;
  return isTooLarge ? await readPages(api, path, SPECIFIED_PAGE_SIZE) : large;
}

/** A success without a list is not a reply of this API. */
function notTheApi(outcome: CallOutcome): CallOutcome {
  return successOf(outcome) === null ? outcome : { kind: 'offline' };
}

interface Page {
  readonly items: readonly unknown[];
  readonly hasNext: boolean;
  /** Null where the list does not say. */
  readonly total: number | null;
}

/** A page as it was requested. */
interface AskedPage {
  readonly number: number;
  readonly size: number;
}

/** A bare list, or an object with one list in it and perhaps the fields of a paginated reply. */
function pageIn(json: unknown, asked: AskedPage | null = null): Page | null {
  const object = asObject(json);
  const items = Array.isArray(json)
    ? (json as unknown[])
    : Object.values(object ?? {}).find((value): value is unknown[] => Array.isArray(value));
  if (items === undefined) return null;
  const total = typeof object?.['totalCount'] === 'number' ? object['totalCount'] : null;
  return { items, total, hasNext: hasNext(object ?? {}, { items, total, asked }) };
}

/** Whether another page follows; if the server does not say, a full page means that it does. */
function hasNext(
  reply: Readonly<Record<string, unknown>>,
  { items, total, asked }: Pick<Page, 'items' | 'total'> & { readonly asked: AskedPage | null },
): boolean {
  if (typeof reply['hasNextPage'] === 'boolean') return reply['hasNextPage'];
  const number = asked?.number ?? 1;
  if (typeof reply['totalPages'] === 'number') return number < reply['totalPages'];
  if (total !== null) return asked === null ? items.length < total : number * asked.size < total;
  return asked !== null && items.length >= asked.size;
}

async function readPages(api: Api, path: string, size: number, recent = false): Promise<ListResult> {
  for (let walk = 1; ; walk += 1) {
    const items = new Map<string, unknown>();
    const totals = new Set<number | null>();
    for (let number = 1, more = true; more; number += 1) {
      const outcome = await api.call('GET', `${path}?page=${number}&pageSize=${size}`, {
        recent: recent && walk === 1,
      });
      const page = pageIn(successOf(outcome)?.json, { number, size });
      if (page === null) return { kind: 'failed', outcome: notTheApi(outcome) };
      const before = items.size;
      for (const item of page.items) items.set(readId(asObject(item)?.['id']) ?? `${items.size}`, item);
      totals.add(page.total);
      // A page that shows nothing new is the last: some servers repeat the same one.
      more = page.hasNext && items.size > before;
    }
    const [total] = totals;
    // A record inserted between two pages shifts others past the reader: the counts then disagree.
    const isWhole = totals.size === 1 && (total === null || total === items.size);
    if (isWhole) return { kind: 'list', items: [...items.values()] };
    if (walk === MOST_WALKS) return { kind: 'failed', outcome: { kind: 'offline' } };
  }
}
