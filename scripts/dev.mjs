// The client with hot reload and the API together; stops both when one stops.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = [
  ['--watch', '--import', 'tsx', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'],
];
const children = commands.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));

/** Ends every child that is still running. */
function stopAll() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

for (const child of children)
  child.on('exit', (code) => {
    stopAll();
    process.exitCode ??= code ?? 0;
  });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
