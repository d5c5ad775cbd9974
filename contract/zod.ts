/** The schema library, as all schemas of the contract import it. */
import { z } from 'zod';

// Zod would try to compile code from text, which pages under Trusted Types refuse and report as an error.
z.config({ jitless: 'trustedTypes' in globalThis });

export { z };
