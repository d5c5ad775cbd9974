import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isPhone } from '../hooks/use-media.ts';

/** Rows of a block: some half a screen of them. */
const BLOCK = 10;
/** Up to this many rows the whole table is in the page. */
const MOST_WHOLE = 60;
/** Blocks are drawn this far before they come into view, in pixels. */
const MARGIN = 500;
/** A row's height until one was drawn. */
const ROW_HEIGHT = 52;

/** Rows that are drawn together or not at all. */
export interface RowBlock {
  readonly number: number;
  /** The first row, from 0, and the first that is not in it any more. */
  readonly from: number;
  readonly to: number;
  readonly drawn: boolean;
  /** What it takes up while it is not drawn, in pixels. */
  readonly height: number;
}

export interface RowBlocks {
  /** True when only what is near the view is drawn. */
  readonly partial: boolean;
  readonly blocks: readonly RowBlock[];
  /** Rows of a full block. */
  readonly size: number;
  /** Watches the element of a block, which bears its number as `data-block`. */
  readonly watch: RefCallback<HTMLElement>;
}

/** What the page knows of a long table: which blocks are near the view, and the heights of those that it has drawn. */
interface Seen {
  readonly near: ReadonlySet<number>;
  readonly heights: ReadonlyMap<number, number>;
}

/** A screen of rows, until the browser has reported what is near. A phone's are cards, of which one block fills it. */
function nothingSeen(): Seen {
  return { near: new Set(isPhone() ? [0] : [0, 1]), heights: new Map() };
}

function numberOf(element: Element): number {
  return Number((element as HTMLElement).dataset['block']);
}

/** The view after the browser has reported blocks that came near or left. A block with the focus in it stays. */
function seenAfter({ near, heights }: Seen, entries: readonly IntersectionObserverEntry[]): Seen {
  const [nextNear, nextHeights] = [new Set(near), new Map(heights)];
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const block = numberOf(target);
    if (isIntersecting) nextNear.add(block);
    else if (!target.contains(document.activeElement)) {
      if (near.has(block) && boundingClientRect.height > 0) nextHeights.set(block, boundingClientRect.height);
      nextNear.delete(block);
    }
  }
  return { near: nextNear, heights: nextHeights };
}

/**
 * Divides a long table into blocks and decides which are drawn, so that thousands of rows cost as much as a screen of
 * them. In print all are drawn. `keep` is a row that is always drawn, or -1; `framed` is true when the table scrolls
 * in a frame of its own, marked `data-frame`.
 */
export function useRowBlocks(rowCount: number, keep: number, framed: boolean): RowBlocks {
  const [seen, setSeen] = useState(nothingSeen);
  const printing = usePrinting();
  const observer = useRef<IntersectionObserver | null>(null);
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      // A margin around the page does not reach past the edge of a frame in it.
      const root = framed ? element.closest('[data-frame]') : null;
      observer.current ??= new IntersectionObserver(
        (entries) => {
          setSeen((before) => seenAfter(before, entries));
        },
        { root, rootMargin: `${MARGIN}px` },
      );
      const { current } = observer;
      current.observe(element);
      return () => {
        current.unobserve(element);
      };
    },
    [framed],
  );
  useLayoutEffect(
    () => () => {
      observer.current = null;
    },
    [framed],
  );

  const partial = rowCount > MOST_WHOLE && typeof IntersectionObserver !== 'undefined';
  if (!partial)
    return { partial, size: Infinity, blocks: [{ number: 0, from: 0, to: rowCount, drawn: true, height: 0 }], watch };
  const blocks: RowBlock[] = [];
  for (let from = 0; from < rowCount; from += BLOCK) {
    const [number, to] = [from / BLOCK, Math.min(from + BLOCK, rowCount)];
    const drawn = printing || seen.near.has(number) || (keep >= from && keep < to);
    blocks.push({ number, from, to, drawn, height: seen.heights.get(number) ?? (to - from) * ROW_HEIGHT });
  }
  return { partial, size: BLOCK, blocks, watch };
}

/** True while the page is put on paper. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const set = (value: boolean) => () => {
      // Workings are printed as a document of their own in place of the page.
      if (value && document.querySelector('[data-print]') !== null) return;
      // The browser prints the page as it is when the event ends.
      flushSync(() => {
        setPrinting(value);
      });
    };
    const [begin, end] = [set(true), set(false)];
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
