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

interface HoldOptions extends Hold {
  readonly active: boolean;
  /** It lies over the page, and over what covered the page before. */
  readonly covers?: boolean;
}

/** In the order in which they are asked. */
const current: Hold[] = [];

/** The hold that keeps the user from this move, or null. */
export function holdOf(move: Move): Hold | null {
  return current.find((hold) => hold.holds(move)) ?? null;
}

/**
 * Holds moves to another page while `active`. The router asks one function alone, so `HistoryGuard` asks for all of
 * them.
 */
export function useHold({ active, covers = false, ...hold }: HoldOptions): void {
  const holds = useEffectEvent(hold.holds);
  const onHeld = useEffectEvent(hold.onHeld);
  useEffect(() => {
    if (!active) return undefined;
    const own: Hold = { holds: (move) => holds(move), onHeld: (move) => onHeld(move) };
    // A form under a dialog may get its unsaved changes later than the dialog opens.
    if (covers) current.unshift(own);
    else current.push(own);
    return () => {
      current.splice(current.indexOf(own), 1);
    };
  }, [active, covers]);
}

/** The browser's Back closes what covers the page while `active`, instead of leaving the page. */
export function useBackCloses(active: boolean, close: () => void): void {
  useHold({
    active,
    covers: true,
    holds: ({ historyAction }) => historyAction === 'POP',
    onHeld: ({ stay }) => {
      stay();
      close();
    },
  });
}
