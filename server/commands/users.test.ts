import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readArguments } from '../arguments.ts';
import { folderFiles } from '../services/receipt-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeWorld } from '../testing/world.ts';
import { runUserCommand, type UserAction } from './users.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp({ registration: 'invite' });
});
afterEach(async () => {
  await app.close();
});

async function run(action: UserAction, email = ''): Promise<string> {
  const outcome = await runUserCommand(
    {
      store: app.store,
      files: folderFiles(join(app.dataDir, 'receipts')),
      now: app.now,
      publicUrl: 'https://example.org/',
      dataDir: app.dataDir,
    },
    { action, email },
  );
  return outcome.ok ? outcome.value.join('\n') : `refused: ${outcome.message}`;
}

const PASSWORD = 'correct horse';

async function register(email: string): Promise<number> {
  const inviteCode = /code=([\w-]+)/u.exec(await run('invite'))?.[1];
  return (
    await app.call('POST', '/auth/register', {
      body: { firstName: 'Ada', surname: 'L', email, password: PASSWORD, inviteCode },
    })
  ).status;
}

const login = async (email: string, password = PASSWORD) =>
  await app.call('POST', '/auth/login', { body: { email, password } });

it('invites, lists, promotes, demotes and deletes, but never leaves a server without an administrator', async () => {
  expect(await run('list')).toBe('There are no users.');
  expect([await register('ada@example.org'), await register('bob@example.org')]).toEqual([201, 201]);
  expect(await run('list')).toBe('ada@example.org  Ada L  (administrator)\nbob@example.org  Ada L');
  expect(await run('demote', 'ADA@example.org')).toContain('refused: ada@example.org is the only administrator');
  expect(await run('delete', 'ada@example.org')).toContain('refused');
  expect(await run('promote', 'nobody@example.org')).toBe(
    'refused: There is no user with the e-mail nobody@example.org.',
  );
  expect(await run('promote', 'bob@example.org')).toBe('bob@example.org is an administrator.');
  const token = ((await login('bob@example.org')).json as { token: string }).token;
  await makeWorld(app, token, token);
  expect(await run('demote', 'ada@example.org')).toBe('ada@example.org is no longer an administrator.');
  await run('promote', 'ada@example.org');
  expect(await run('delete', 'bob@example.org')).toBe('bob@example.org and all their records were deleted.');
  expect([(await app.call('GET', '/accounts', { token })).status, (await login('bob@example.org')).status]).toEqual([
    401, 401,
  ]);
  expect(await app.store.kysely.selectFrom('transactions').select('id').execute()).toEqual([]);
});

it('makes a link that sets a new password', async () => {
  await register('ada@example.org');
  const token =
    /^This link sets a new password for ada@example\.org, once, within an hour: https:\/\/example\.org\/reset-password\?token=([\w-]{43})$/u.exec(
      await run('reset-password', 'ada@example.org'),
    )?.[1];
  expect(
    (await app.call('POST', '/auth/reset-password', { body: { token, password: 'another password' } })).status,
  ).toBe(200);
  expect((await login('ada@example.org', 'another password')).status).toBe(200);
});

it('reads its command line', () => {
  expect(readArguments([])).toEqual({ ok: true, value: { task: 'serve', demo: false } });
  expect(readArguments(['--demo'])).toMatchObject({ value: { task: 'serve', demo: true } });
  expect(readArguments(['admin', 'promote', 'a@b.c'])).toMatchObject({
    value: { task: 'users', action: 'promote', email: 'a@b.c' },
  });
  expect(readArguments(['backup', '/tmp/x'])).toMatchObject({ value: { task: 'backup', file: '/tmp/x' } });
  for (const wrong of [
    ['--dem'],
    ['admin'],
    ['admin', 'promote'],
    ['admin', 'list', 'x'],
    ['backup'],
    ['restore', 'a', 'b'],
    ['--demo', 'x'],
    ['admin', 'promote', 'a', 'b'],
    ['backup', '--all'],
    ['serve', '--port'],
    ['version', 'x'],
    ['constructor'],
  ]) {
    const reading = readArguments(wrong);
    // Short enough for one line of a terminal, and names the help page.
    expect(!reading.ok && reading.problem).toMatch(/^.{1,60} See holdfast [a-z -]*--help\.$/u);
  }
});

it('prints only the help where --help is given, whatever other arguments follow', () => {
  const textOf = (...given: string[]): string => {
    const reading = readArguments(given);
    return reading.ok && reading.value.task === 'help' ? reading.value.text : '';
  };
  const commands = [...textOf('--help').matchAll(/^ {2}holdfast \[?([a-z]+)/gmu)].map(([, command]) => command ?? '');
  expect(commands).toEqual(['serve', 'backup', 'restore', 'admin', 'login', 'import', 'report', 'holdings', 'version']);
  for (const command of commands) {
    expect(textOf(command, '--help')).toMatch(new RegExp(String.raw`^holdfast \[?${command}`, 'u'));
    expect(textOf(command, 'x', '-h')).toBe(textOf(command, '--help'));
  }
  expect([textOf('-h'), textOf('help')]).toEqual([textOf('--help'), textOf('--help')]);
});
