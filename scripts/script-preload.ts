/**
 * Preloads scripts by `rel="preload"`. Chromium stores what it has compiled of a module script, but reads that again
 * only of a script that was preloaded as an ordinary one; with `rel="modulepreload"` each start compiles it anew.
 */
import type { Plugin } from 'vite';

/** How Vite writes the link of a script into the page. */
const LINK = '<link rel="modulepreload" crossorigin ';
/** The module of Vite that adds links before an `import()`. */
const HELPER = /vite\/preload-helper/u;

export const scriptPreload: Plugin = {
  name: 'holdfast-script-preload',
  apply: 'build',
  transform: {
    filter: { id: HELPER },
    handler(code) {
      if (!code.includes('"modulepreload"')) this.error('Vite adds links before import() otherwise than known');
      return { code: code.replaceAll('"modulepreload"', '"preload"'), map: null };
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      if (!html.includes(LINK)) throw new Error('Vite writes the links of scripts into the page otherwise than known');
      return html.replaceAll(LINK, '<link rel="preload" as="script" crossorigin ');
    },
  },
};
