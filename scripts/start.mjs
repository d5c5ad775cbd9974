// Builds when something changed, then runs the server in this process: one command, one process.
import { buildIfChanged } from './build.mjs';

await buildIfChanged();
process.env.NODE_ENV ??= 'production';

// A signal to npm ends the shell in which npm runs this, but not this process: an orphaned process must stop too.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM');
  }, 500).unref();
}

await import('../dist/server/main.js');
