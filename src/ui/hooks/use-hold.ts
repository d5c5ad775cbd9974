import { useEffect, useEffectEvent } from 'react';
import type { BlockerFunction } from 'react-router-dom';

/** Where the user is, and where a link, Back or Forward leads. */
export type Move = Parameters<BlockerFunction>[0];

/** A move that waits: one of the two is called. */
export interface HeldMove {
  readonly proceed: () => void;
  readonly stay: () => void;
}

/** What can keep the user on a page. */
export interface Hold {
  readonly holds: (move: Move) => boolean;
  readonly onHeld: (move: HeldMove) => void;
}

/** The latest last: it covers the others. */
const current: Hold[] = [];

/** The hold that keeps the user from this move, or null. */
export function holdOf(move: Move): Hold | null {
  return current.findLast((hold) => hold.holds(move)) ?? null;
}

/**
 * Holds moves to another page while `active`. The router asks one function alone, so `HistoryGuard` asks for all of
 * them.
 */
export function useHold({ active, ...hold }: Hold & { readonly active: boolean }): void {
  const holds = useEffectEvent(hold.holds);
  const onHeld = useEffectEvent(hold.onHeld);
  useEffect(() => {
    if (!active) return undefined;
    const own: Hold = { holds: (move) => holds(move), onHeld: (move) => onHeld(move) };
    current.push(own);
    return () => {
      current.splice(current.indexOf(own), 1);
    };
  }, [active]);
}
