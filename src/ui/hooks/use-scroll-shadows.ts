import { type RefObject, useEffect, useState } from 'react';

/** The sides of a sideways-scrolling element that have more to see. It is measured again when `content` changes. */
export function useScrollShadows(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  content?: string,
): { readonly start: boolean; readonly end: boolean } {
  const [more, setMore] = useState({ start: false, end: false });
  useEffect(() => {
    const target = element.current;
    if (!active || target === null) return undefined;
    const measure = () => {
      const start = target.scrollLeft > 1;
      const end = target.scrollLeft + target.clientWidth < target.scrollWidth - 1;
      setMore((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    measure();
    target.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => {
      target.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [element, active, content]);
  return more;
}
