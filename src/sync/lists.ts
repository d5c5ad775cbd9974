/** Reading an entity's whole list from any server. */
import type { EntityName } from '../data/schema.ts';
import { successOf, type Api, type CallOutcome } from './api.ts';
import { listPath, type Addressed } from './paths.ts';
import { asObject, readId } from './wire.ts';

/** A complete list, or the call that spoilt it. */
export type ListResult =
  | { readonly kind: 'list'; readonly items: readonly unknown[] }
  | { readonly kind: 'failed'; readonly outcome: CallOutcome };

/** Pages of a list that changes while it is read are read again, at most so often. */
const MOST_WALKS = 3;
const PAGE_SIZE = 200;

/** Reads an entity's list whole, or of those records that hang on another the list of that. A server that answers pages although none were asked for is walked page by page. */
export async function readList(api: Api, entity: EntityName, parent: Omit<Addressed, 'id'> = {}): Promise<ListResult> {
  return await readListAt(api, listPath(entity, parent));
}

/** Reads the list at a path whole. */
export async function readListAt(api: Api, path: string): Promise<ListResult> {
  const outcome = await api.call('GET', path);
  const page = pageIn(successOf(outcome)?.json);
  if (page === null) return { kind: 'failed', outcome: notTheApi(outcome) };
  if (!page.hasNext) return { kind: 'list', items: page.items };
  return await readPages(api, path);
}

/** A success without a list is no answer of this API. */
function notTheApi(outcome: CallOutcome): CallOutcome {
  return successOf(outcome) === null ? outcome : { kind: 'offline' };
}

interface Page {
  readonly items: readonly unknown[];
  readonly hasNext: boolean;
  /** Null where the list does not say. */
  readonly total: number | null;
}

/** A bare list, or an object with one list in it and perhaps the fields of a paginated reply. */
function pageIn(json: unknown): Page | null {
  if (Array.isArray(json)) return { items: json as unknown[], hasNext: false, total: null };
  const object = asObject(json);
  const items = Object.values(object ?? {}).find((value): value is unknown[] => Array.isArray(value));
  if (object === null || items === undefined) return null;
  return {
    items,
    hasNext: object['hasNextPage'] === true,
    total: typeof object['totalCount'] === 'number' ? object['totalCount'] : null,
  };
}

async function readPages(api: Api, path: string): Promise<ListResult> {
  for (let walk = 1; ; walk += 1) {
    const items = new Map<string, unknown>();
    const totals = new Set<number | null>();
    for (let number = 1, more = true; more; number += 1) {
      const outcome = await api.call('GET', `${path}?page=${number}&pageSize=${PAGE_SIZE}`);
      const page = pageIn(successOf(outcome)?.json);
      if (page === null) return { kind: 'failed', outcome: notTheApi(outcome) };
      for (const item of page.items) items.set(readId(asObject(item)?.['id']) ?? `${items.size}`, item);
      totals.add(page.total);
      more = page.hasNext && page.items.length > 0;
    }
    const [total] = totals;
    // A record inserted between two pages shifts others past the reader: the counts then disagree.
    const isWhole = totals.size === 1 && (total === null || total === items.size);
    if (isWhole) return { kind: 'list', items: [...items.values()] };
    if (walk === MOST_WALKS) return { kind: 'failed', outcome: { kind: 'offline' } };
  }
}
