import { useInsertionEffect } from 'react';

/** A page's margin knows no custom properties. */
const FONT = "'Inter Variable', system-ui, sans-serif";

/** The name of the pages of one part of what is printed, for the style property `page`. */
export function pageName(index: number): string {
  return `part${index}`;
}

/** Puts text at the foot of every page of each part: only a style sheet can write into the margin of a page. */
export function usePageFeet(feet: readonly string[]): void {
  const rules = feet.map((foot, index) => {
    // Characters that end a string in a style sheet are written as their code.
    const text = foot.replaceAll(/["\\\n]/gu, (char) => `\\${char.codePointAt(0)?.toString(16) ?? ''} `);
    return `@page ${pageName(index)} { @bottom-left { content: "${text}"; font: 8pt ${FONT}; } }`;
  });
  const css = rules.join('\n');
  useInsertionEffect(() => {
    // An older browser prints without them.
    if (!('adoptedStyleSheets' in document)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [css]);
}
