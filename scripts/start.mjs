// Builds when something changed, then runs the server in this process: one command, one process.
import { buildIfChanged } from './build.mjs';

await buildIfChanged();
process.env.NODE_ENV ??= 'production';
await import('../dist/server/main.js');
