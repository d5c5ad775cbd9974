import { useEffect, useRef, useState } from 'react';
import { MIN_SEARCH_LENGTH } from '../../../domain/lists/search-terms.ts';

/** 000 §5, §9: the pause after the last key, and the most results. */
const PAUSE_MS = 300;
const MOST = 10;

export interface HitSearch<Hit> {
  readonly items: readonly Hit[];
  /** Searches 300 ms after the last call; fewer than 2 characters clear the results at once. */
  readonly search: (text: string) => void;
}

/** Searches as the user types; a failure just shows no results (000 §8.5). */
export function useHitSearch<Hit>(find: (text: string, limit: number) => Promise<readonly Hit[]>): HitSearch<Hit> {
  const [items, setItems] = useState<readonly Hit[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The latest request: the reply to an older one is dropped.
  const asked = useRef('');

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const run = async (text: string): Promise<void> => {
    const hits = await find(text, MOST).catch(() => []);
    if (asked.current === text) setItems(hits.slice(0, MOST));
  };

  return {
    items,
    search: (typed) => {
      const text = typed.trim();
      clearTimeout(timer.current);
      asked.current = text;
      if (text.length < MIN_SEARCH_LENGTH) setItems([]);
      else timer.current = setTimeout(() => void run(text), PAUSE_MS);
    },
  };
}
