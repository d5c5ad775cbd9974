import { useEffect, useState } from 'react';
import { MIN_SEARCH_LENGTH } from '../../../domain/lists/search-terms.ts';
import { DEVICE_SEARCH_TYPES, type DeviceSearchType, type SearchHit } from '../../../domain/lists/search.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { listRecentItems } from '../../data/device/recent-items.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { kindOf, pathOf, routeOf } from './record-paths.ts';

/** A page to go to. */
export interface PalettePage {
  readonly to: string;
  readonly label: string;
  /** Offered only when its name is typed. */
  readonly whenTyped?: boolean;
}

/** One line of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly note: string;
  /** A day, for transactions and balances. */
  readonly date: string | null;
  readonly record: { readonly type: DeviceSearchType; readonly id: string } | null;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

const PAUSE_MS = 120;
const MOST = 12;

function recordItem(hit: SearchHit<DeviceSearchType>): PaletteItem {
  const { type, id, title, detail, date } = hit;
  return {
    key: `${type} ${id}`,
    to: pathOf(hit),
    title,
    note: detail === '' ? kindOf(type) : `${kindOf(type)} · ${detail}`,
    date,
    record: { type, id },
  };
}

function pageItem({ to, label }: PalettePage): PaletteItem {
  return { key: `page ${to}`, to, title: label, note: 'Page', date: null, record: null };
}

/** The pages whose name has the text, those that begin with it first. */
function pagesFor(typed: string, pages: readonly PalettePage[]): readonly PalettePage[] {
  if (typed === '') return pages.filter(({ whenTyped }) => whenTyped !== true);
  const begins = ({ label }: PalettePage): number => Number(label.toLowerCase().startsWith(typed));
  return pages.filter(({ label }) => label.toLowerCase().includes(typed)).toSorted((a, b) => begins(b) - begins(a));
}

function isSearchType(type: string): type is DeviceSearchType {
  return DEVICE_SEARCH_TYPES.some((known) => known === type);
}

/** The text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return paused;
}

/** What the palette offers, and whether all results for the present text are there. */
export interface Palette {
  readonly groups: readonly PaletteGroup[];
  /** False from a key press until its records are there; those of the previous text are shown till then. */
  readonly settled: boolean;
}

/**
 * What the palette offers: recent records and pages at first, then the pages and records that the text finds.
 *
 * @param mayOpen tells whether the user may open a route pattern
 */
export function usePalette(text: string, pages: readonly PalettePage[], mayOpen: (route: string) => boolean): Palette {
  const typed = text.trim();
  const paused = usePaused(typed);
  const query = searchedFor(paused);
  const types = DEVICE_SEARCH_TYPES.filter((type) => mayOpen(routeOf(type)));
  const { data, loading } = useLive(async () => ({ query, hits: await readRecords(query, types) }), onComputeChange, [
    query,
  ]);
  const settled = paused === typed && !loading;
  const records = data !== undefined && belongs(data.query, typed, settled) ? data.hits.map(recordItem) : [];
  const places: PaletteGroup = { label: 'Go to', items: pagesFor(typed.toLowerCase(), pages).map(pageItem) };
  const groups =
    typed === '' ? [{ label: 'Recent', items: records }, places] : [places, { label: 'Found', items: records }];
  return { groups: groups.filter(({ items }) => items.length > 0), settled };
}

/** The query for that text; null when nothing is searched for. */
function searchedFor(text: string): string | null {
  return text.length < MIN_SEARCH_LENGTH ? null : text;
}

/**
 * Whether records belong to the text: recent ones to none, found ones to theirs, and to the next text until its own
 * are there.
 */
function belongs(foundBy: string | null, text: string, settled: boolean): boolean {
  if (foundBy === null) return text === '';
  return settled ? foundBy === text : searchedFor(text) !== null;
}

async function readRecords(
  query: string | null,
  types: readonly DeviceSearchType[],
): Promise<readonly SearchHit<DeviceSearchType>[]> {
  if (query !== null) return await compute().search({ query, types, limit: MOST });
  const recent = await listRecentItems(currentDatabase());
  return await compute().describeRecords(
    recent.flatMap(({ type, id }) => (isSearchType(type) && types.includes(type) ? [{ type, id }] : [])),
  );
}
