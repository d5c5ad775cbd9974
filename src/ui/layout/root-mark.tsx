import { useInsertionEffect } from 'react';

const counts = new Map<string, number>();

function count(name: string, by: 1 | -1): void {
  const next = (counts.get(name) ?? 0) + by;
  counts.set(name, next);
  document.documentElement.toggleAttribute(name, next > 0);
}

/**
 * Marks the document while something is shown on which the style of distant elements depends. A rule that looks for it
 * from the root, by `:has()`, has the browser calculate the styles of the whole page again at each change of the page.
 */
export function RootMark({ name }: { readonly name: `data-${string}` }) {
  // Before anything is measured.
  useInsertionEffect(() => {
    count(name, 1);
    return () => {
      count(name, -1);
    };
  }, [name]);
  return null;
}
