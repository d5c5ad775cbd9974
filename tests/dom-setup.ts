/** Before each file of tests of screens. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a screen shows next may take its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);
