/** Before each file of tests of screens. */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { useValuesVisibility } from '../src/ui/values-visibility.ts';

// What a screen shows next may take its time on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
afterAll(() => {
  useValuesVisibility.getState().reset();
  document.body.replaceChildren();
});
