import { useEffect, useRef, useState } from 'react';
import type { AssetHit } from '../../../workers/worker-api.ts';

/** 000 §5, §9: the pause after the last key, the shortest text, and the most results. */
const PAUSE_MS = 300;
const SHORTEST = 2;
const MOST = 10;

export type SearchAssets = (text: string, limit: number) => Promise<readonly AssetHit[]>;

export interface AssetSearch {
  readonly items: readonly AssetHit[];
  /** Searches 300 ms after the last call; fewer than 2 characters clear the results at once. */
  readonly search: (text: string) => void;
}

const NONE: readonly AssetHit[] = [];

/** Searches assets by name or ISIN as the user types; a failure just shows no results (000 §8.5). */
export function useAssetSearch(searchAssets: SearchAssets): AssetSearch {
  const [items, setItems] = useState(NONE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was asked last: an answer to an older question is dropped.
  const asked = useRef('');

  useEffect(() => () => { clearTimeout(timer.current); }, []);

  const run = async (text: string): Promise<void> => {
    const hits = await searchAssets(text, MOST).catch(() => NONE);
    if (asked.current === text) setItems(hits.slice(0, MOST));
  };

  return {
    items,
    search: (typed) => {
      const text = typed.trim();
      clearTimeout(timer.current);
      asked.current = text;
      if (text.length < SHORTEST) setItems(NONE);
      else timer.current = setTimeout(() => void run(text), PAUSE_MS);
    },
  };
}
