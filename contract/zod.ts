/** The schema library, as every schema of the contract takes it. */
import { z } from 'zod';

// It would try to make code from text, which pages under Trusted Types refuse and report as a fault.
z.config({ jitless: 'trustedTypes' in globalThis });

export { z };
