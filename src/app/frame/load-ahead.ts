import { compute } from '../../compute/compute.ts';
import { loadRuntime } from '../runtime/load-runtime.ts';
import { HOME, SCREENS } from './screens.ts';

let isAsked = false;

/**
 * Loads what comes after signing in, once. To be called while a password is typed: the frame is three times as large as
 * the sign-in page, and takes less time to load than a password to type. A file that is missing now is asked for again
 * by the route that needs it, which reports it.
 */
export function loadAhead(): void {
  if (isAsked) return;
  isAsked = true;
  compute();
  const parts = [
    loadRuntime(),
    import('./signed-in-layout.tsx'),
    ...SCREENS.filter(({ path }) => path === HOME).map(async ({ load }) => await load()),
  ];
  for (const part of parts) part.catch(() => undefined);
}
