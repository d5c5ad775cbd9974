/** When a hint opens and closes. Separate from the hint itself, because there are hundreds for each one that opens. */
import type { DOMAttributes, FocusEvent, PointerEvent } from 'react';

/** How long the pointer stays on the element before the hint opens. */
const REST_MS = 400;
/** How long the pointer may be on neither: the hint can be reached, and stays while the pointer is on it. */
const LEAVE_MS = 100;

/** A hint that is in the page, and the element that it explains; not `open` while it fades. */
export interface ShownHint {
  readonly anchor: Element;
  readonly open: boolean;
}

/** Event handlers of the element. */
export type TriggerProps = Pick<
  DOMAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onClick' | 'onFocus' | 'onBlur'
>;

export interface HintTriggers {
  readonly props: TriggerProps;
  /** The pointer has entered or left the hint. */
  readonly stay: () => void;
  readonly leave: () => void;
  readonly close: () => void;
  readonly gone: () => void;
}

/** The element that had the focus when the window lost it: returning to the window must not open its hint. */
let leftWithFocus: Element | null = null;

/** Creates the triggers of one element; `show` changes what is shown of its hint. */
export function hintTriggers(show: (change: (before: ShownHint | null) => ShownHint | null) => void): HintTriggers {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stay = () => {
    clearTimeout(timer);
  };
  const wait = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const open = (anchor: Element) => {
    show(() => ({ anchor, open: true }));
  };
  const close = () => {
    clearTimeout(timer);
    show((before) => (before?.open === true ? { ...before, open: false } : before));
  };
  const leave = () => {
    wait(LEAVE_MS, close);
  };
  const props = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      // Where there is no hover a touch is a press.
      if (pointerType !== 'touch')
        wait(REST_MS, () => {
          open(currentTarget);
        });
    },
    onPointerLeave: leave,
    onPointerDown: close,
    onClick: close,
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      const cameBack = leftWithFocus === target;
      leftWithFocus = null;
      if (!cameBack && target.matches(':focus-visible')) open(currentTarget);
    },
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement === target) leftWithFocus = target;
      else close();
    },
  };
  return {
    props,
    stay,
    leave,
    close,
    gone: () => {
      show(() => null);
    },
  };
}
