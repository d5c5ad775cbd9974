/**
 * Trusted Types, where the browser has them: foreign code can run neither as a script nor as markup (src/app, workers
 * and sw.ts).
 */

interface TrustedTypes {
  readonly createPolicy: (name: 'default', rules: { readonly createScriptURL: (url: string) => string }) => unknown;
}

/**
 * Lets scripts be loaded from this origin alone: the compute worker, the service worker and its parts. There is no
 * rule for markup and for code in texts, so these are refused everywhere. To be called before anything else.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      const { origin, protocol } = new URL(url, location.href);
      if (origin !== location.origin || !protocol.startsWith('http'))
        throw new TypeError(`no script is loaded from ${origin}`);
      return url;
    },
  });
}
