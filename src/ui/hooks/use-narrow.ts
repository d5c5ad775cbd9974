import { type RefObject, useLayoutEffect, useState } from 'react';

/** How much larger than usual the reader has text: what needs a width then needs as much more. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}

/**
 * True while the element is laid out and narrower than `width` pixels at the usual size of text; measured before the
 * first paint. On paper the element is drawn at `printedSize`.
 */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number, printedSize = 1): boolean {
  // In a window that is narrower than that it is so from its first drawing, which then is the only one.
  const [narrow, setNarrow] = useState(() => {
    const { clientWidth } = document.documentElement;
    return clientWidth > 0 && clientWidth < width * textScale();
  });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null || width === 0) return undefined;
    const measure = () => {
      // On paper a table is made smaller, but not cards.
      const room = matchMedia('print').matches
        ? target.getBoundingClientRect().width / printedSize
        : target.clientWidth;
      // No layout, no width: a detached or test document stays a table.
      if (room > 0) setNarrow(room < width * textScale());
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element, width, printedSize]);
  // A measurement against an earlier width says nothing without one.
  return narrow && width !== 0;
}
