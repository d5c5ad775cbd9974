import { type PointerEvent, useRef } from 'react';

const HOLD_MS = 500;
/** A finger is never quite still. */
const TOLERANCE_PX = 10;

interface LongPressHandlers {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onPointerMove?: (event: PointerEvent) => void;
  readonly onPointerUp?: () => void;
  readonly onPointerCancel?: () => void;
  readonly onClickCapture?: (event: { preventDefault: () => void; stopPropagation: () => void }) => void;
}

/** Handlers that call `act` when a finger rests on the element, and swallow the tap that would follow. */
export function useLongPress(act: (() => void) | undefined): LongPressHandlers {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const fired = useRef(false);
  if (act === undefined) return {};
  const cancel = () => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  return {
    onPointerDown: (event) => {
      fired.current = false;
      if (event.pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        fired.current = true;
        act();
      }, HOLD_MS);
      held.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event) => {
      const start = held.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > TOLERANCE_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onClickCapture: (event) => {
      if (!fired.current) return;
      fired.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
