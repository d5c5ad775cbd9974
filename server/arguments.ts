/** The command line: what this process is asked to do. */
import { resolve } from 'node:path';
import { USER_ACTIONS, type UserCommand } from './commands/users.ts';

export type Task =
  | { readonly task: 'serve'; readonly demo: boolean }
  | ({ readonly task: 'users' } & UserCommand)
  | { readonly task: 'backup'; readonly file: string }
  | { readonly task: 'restore'; readonly file: string };

export type TaskReading =
  | { readonly ok: true; readonly value: Task }
  | { readonly ok: false; readonly problem: string };

const USAGE =
  'expected nothing, --demo, backup FILE, restore FILE, or admin with list, invite, promote EMAIL, demote EMAIL, reset-password EMAIL, delete EMAIL';

/** Reads the arguments after the program's name. */
export function readArguments(given: readonly string[]): TaskReading {
  const [command, first, second, ...more] = given;
  const refused: TaskReading = { ok: false, problem: `"${given.join(' ')}" is no command: ${USAGE}.` };
  if (more.length > 0) return refused;
  if (command === undefined) return { ok: true, value: { task: 'serve', demo: false } };
  if (command === '--demo' && first === undefined) return { ok: true, value: { task: 'serve', demo: true } };
  if ((command === 'backup' || command === 'restore') && first !== undefined && second === undefined)
    return {
      ok: true,
      value:
        command === 'backup' ? { task: 'backup', file: resolve(first) } : { task: 'restore', file: resolve(first) },
    };
  const action = command === 'admin' ? USER_ACTIONS.find((candidate) => candidate === first) : undefined;
  if (action === undefined) return refused;
  const needsEmail = action !== 'list' && action !== 'invite';
  if (needsEmail !== (second !== undefined)) return refused;
  return { ok: true, value: { task: 'users', action, email: second ?? '' } };
}
