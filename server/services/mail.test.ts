import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SmtpConfig } from '../operations-config.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** A mail server that stores what it receives, and refuses recipients on request. */
async function smtpStub(
  options: { readonly refuse?: boolean } = {},
): Promise<{ readonly port: number; readonly lines: string[]; readonly server: Server }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let rest = '';
    socket.write('220 stub ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      const complete = rest.split('\r\n');
      rest = complete.pop() ?? '';
      for (const line of complete) {
        lines.push(line);
        if (inData) {
          if (line === '.') {
            inData = false;
            socket.write('250 kept\r\n');
          }
        } else if (/^EHLO/iu.test(line)) socket.write('250-stub\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH/iu.test(line)) socket.write('235 welcome\r\n');
        else if (/^STARTTLS/iu.test(line)) socket.write('502 not here\r\n');
        else if (/^RCPT/iu.test(line) && options.refuse === true)
          socket.write(`550 5.1.1 ${line.slice(8)}: no such user\r\n`);
        else if (/^DATA/iu.test(line)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, lines, server };
}

let app: TestApp;
let stub: Awaited<ReturnType<typeof smtpStub>>;
afterEach(() => {
  stub.server.close();
});

const smtpAt = (port: number): SmtpConfig => ({
  host: '127.0.0.1',
  port,
  secure: false,
  user: 'holdfast',
  password: 'mail secret',
  from: 'Holdfast <holdfast@example.org>',
});
const forgot = async (): Promise<void> => {
  await app.signIn('ada@example.org');
  expect((await app.call('POST', '/auth/forgot-password', { body: { email: 'ada@example.org' } })).status).toBe(200);
};
const outbox = (): string[] => {
  try {
    return readdirSync(join(app.dataDir, 'outbox'));
  } catch {
    return [];
  }
};

it('a reset e-mail is sent by authenticated SMTP with its link, and none is left waiting', async () => {
  stub = await smtpStub();
  app = await startTestApp({ smtp: smtpAt(stub.port), publicUrl: 'https://h.example/', logLevel: 'debug' });
  await forgot();
  await app.app.close();
  const text = stub.lines.join('\n');
  expect(text).toContain(`AUTH PLAIN ${Buffer.from('\0holdfast\0mail secret').toString('base64')}`);
  expect(text).toContain('MAIL FROM:<holdfast@example.org>');
  expect(text).toContain('RCPT TO:<ada@example.org>');
  expect(text).toContain('Subject: Reset your Holdfast password');
  expect(text.replace(/=\n/gu, '')).toMatch(/https:\/\/h\.example\/reset-password\?token=(?:3D)?[\w-]{43}/u);
  expect(outbox()).toEqual([]);
  expect(app.logged.join('')).toContain('an e-mail was sent');
  expect(app.logged.join('')).not.toMatch(/ada@|mail secret|token=\w/u);
  await app.close();
});

it('a mail that the mail server refuses, or cannot take, waits in the outbox, and the log does not say whose', async () => {
  stub = await smtpStub({ refuse: true });
  for (const port of [stub.port, 1]) {
    app = await startTestApp({ smtp: smtpAt(port), logLevel: 'debug' });
    await forgot();
    await app.app.close();
    const [file = ''] = outbox();
    expect(file).toMatch(/\.eml$/u);
    expect(statSync(join(app.dataDir, 'outbox', file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(app.dataDir, 'outbox', file), 'utf8')).toContain('reset-password?token=');
    expect(app.logged.join('')).toContain('an e-mail could not be sent');
    expect(app.logged.join('')).not.toMatch(/ada@|mail secret|token=\w/u);
    await app.close();
  }
});

it('a mail server elsewhere gets nothing unencrypted', async () => {
  stub = await smtpStub();
  // Any name other than loopback: 'localtest' is not resolved here, so the address is written in another way.
  app = await startTestApp({ smtp: { ...smtpAt(stub.port), host: '0.0.0.0' } });
  await forgot();
  await app.app.close();
  expect(stub.lines.join('\n')).not.toMatch(/AUTH|MAIL FROM|RCPT/u);
  expect(outbox()).toHaveLength(1);
  await app.close();
});
