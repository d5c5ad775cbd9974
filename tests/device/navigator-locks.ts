/** Web Locks where the tests' process or document has none. Imported for its effect. */
import { LockManager } from './locks.ts';

if (typeof navigator === 'undefined')
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: '', platform: '' }, configurable: true });
// An emulated page has the property, and nothing in it.
if ((navigator.locks as unknown) == null) {
  const client = new LockManager().client();
  const locks = {
    query: client.query,
    request: async (name: string, ...rest: readonly unknown[]) =>
      await client.request(name, rest.length > 1 ? (rest[0] as object) : {}, rest.at(-1) as () => Promise<unknown>),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}
