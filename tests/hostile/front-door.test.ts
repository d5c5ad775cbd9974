/** What somebody without an account can do: not become the administrator, not fill the memory, not keep the server from stopping. */
import { connect, type Socket } from 'node:net';
import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { PERSON } from '../../server/testing/server-process.ts';
import { hostileServers, LONGEST_SILENCE } from './hostile-server.ts';

const { startEmpty, processes } = await hostileServers();
afterAll(processes.end);
// A busy machine takes its time; what is asserted is what others notice.
/** Registers with headers that `fetch` would not send. */
async function registerWith(base: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return await new Promise((resolve, reject) => {
    const call = httpRequest(
      `${base}/api/auth/register`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify(PERSON));
  });
}

/** Opens a connection and sends the start of a request. */
async function halfSent(base: string, head: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  await new Promise<void>((resolve) => {
    socket.write(head, () => {
      resolve();
    });
  });
  return socket;
}

describe('the first registration without a setting', () => {
  it('is open to a browser on this machine alone', async () => {
    const { base } = await startEmpty();
    const refused: Readonly<Record<string, string>>[] = [
      { host: 'holdfast.example.org' },
      { host: 'evil.example', origin: 'http://evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
    ];
    for (const headers of refused) expect([headers, await registerWith(base, headers)]).toEqual([headers, 403]);
    expect(await registerWith(base, { origin: base })).toBe(201);
  });

  it('needs the printed invitation where others can reach the server', async () => {
    const { base, output } = await startEmpty({ PUBLIC_URL: 'https://holdfast.example.org/' });
    expect(output()).toMatch(/https:\/\/holdfast\.example\.org\/register\?code=/u);
    expect(await registerWith(base, {})).toBe(403);
  });
});

describe('a body without a token', () => {
  it('is refused without waiting for the body', async () => {
    const { base } = await startEmpty();
    const socket = await halfSent(
      base,
      'POST /api/transactions/bulk-delete HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n[',
    );
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /u);
    socket.destroy();
  });

  it('from 150 requests at once is not kept in memory', async () => {
    const server = await startEmpty();
    const before = server.memory();
    const part = Buffer.alloc(2_000_000, 0x20);
    const { silence, result } = await server.watch(
      async () =>
        await Promise.all(
          Array.from({ length: 150 }, async () => {
            const socket = await halfSent(
              server.base,
              'POST /api/transactions/bulk-delete HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n',
            );
            socket.resume();
            await new Promise<void>((resolve) => {
              socket.write(part, () => {
                resolve();
              });
            });
            return socket;
          }),
        ),
    );
    expect(server.memory() - before).toBeLessThan(150);
    expect(silence).toBeLessThan(LONGEST_SILENCE);
    for (const socket of result) socket.destroy();
  });
});

it('a request that is never finished does not keep the server from stopping', async () => {
  const { base, child, ended } = await startEmpty();
  await halfSent(
    base,
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('an address that cannot be read is answered with the headers of every answer', async () => {
  const { base } = await startEmpty();
  const reply = await fetch(`${base}/api/%zz`);
  expect(reply.status).toBe(400);
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('an address that cannot be read ends its connection, so that thousands in a packet make nobody wait', async () => {
  const { base } = await startEmpty();
  const socket = await halfSent(base, 'GET /api/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000));
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk.toString();
  });
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  expect(answers.split('HTTP/1.1 400').length - 1).toBeLessThanOrEqual(1);
});
