/** The terminal from which this process was started. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './run-command.ts';

async function ask(question: string, isHidden: boolean): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write(question);
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}

export const ownTerminal: Terminal = {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  ask,
  now: Date.now,
};
