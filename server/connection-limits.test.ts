/** Connections that keep the server waiting are closed. If a limit did not work, these tests would wait. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const BODY = `${POST}Content-Length: 1000\r\n\r\n`;
/** Sends at most this; Content-Length announces more. */
const MOST_BYTES = 900;

let app: TestApp;

afterEach(async () => {
  await app.close();
});

/** A server with the tested limit, and a connection to it. */
async function connectedTo(limit: Partial<ConnectionLimits>): Promise<Socket> {
  app = await startTestApp({}, undefined, undefined, { ...CONNECTION_LIMITS, checkEvery: 20, ...limit });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1');
  // The socket may report that the other end closed it as an error.
  socket.on('error', () => undefined);
  return socket;
}

/** The data received until the server closed the connection. */
async function answerUntilClosed(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  return answer;
}

/** Sends a byte repeatedly until the connection is closed. */
function trickle(socket: Socket): void {
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent < MOST_BYTES && socket.writable) socket.write(' ');
  }, 20);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

it('headers that do not end', async () => {
  const socket = await connectedTo({ headers: 200 });
  socket.write(POST);
  expect(await answerUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /u);
});

it('a body that falls silent', async () => {
  const socket = await connectedTo({ bodySilence: 200 });
  socket.write(`${BODY}{`);
  await answerUntilClosed(socket);
});

it('a request that never falls silent and never ends', async () => {
  const socket = await connectedTo({ headers: 300, request: 300 });
  socket.write(`${BODY}{`);
  trickle(socket);
  expect(await answerUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /u);
});

const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

it.each([
  ['is read', CHUNKED],
  ['is refused', CHUNKED.replace('auth/login', 'accounts')],
  ['is for a page', CHUNKED.replace('api/auth/login', '')],
  ['is announced after a thousand headers', CHUNKED.replace(POST, `${POST}${'a:\r\n'.repeat(1100)}`)],
])('a body in tiny pieces that %s', async (_name, head) => {
  const socket = await connectedTo({});
  socket.write(head + '1\r\n \r\n'.repeat(2000));
  await answerUntilClosed(socket);
});

it('no body with small pieces, or with a few tiny ones', async () => {
  for (const pieces of [`64\r\n${' '.repeat(100)}\r\n`.repeat(1000), '1\r\n \r\n'.repeat(400)]) {
    const socket = await connectedTo({});
    const token = await app.signIn('ada@example.org');
    const head = CHUNKED.replace('auth/login', 'accounts').replace(
      '\r\n\r\n',
      `\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    socket.write(`${head}${pieces}f\r\n{"name":"Mine"}\r\n0\r\n\r\n`);
    expect(await answerUntilClosed(socket)).toMatch(/^HTTP\/1\.1 201 /u);
    await app.close();
  }
  app = await startTestApp();
});

it('a connection that says nothing', async () => {
  const socket = await connectedTo({ silence: 200, headers: 200 });
  await answerUntilClosed(socket);
});

it('a connection between two requests', async () => {
  const socket = await connectedTo({ idle: 200 });
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await answerUntilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /u);
});

it('connections of one address beyond its limit, until others of it have ended', async () => {
  const first = await connectedTo({ fromOneAddress: 2 });
  const { port } = app.app.server.address() as AddressInfo;
  const another = async (): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return (await answerUntilClosed(socket)).split('\r\n')[0] ?? '';
  };
  const second = connect(port, '127.0.0.1');
  second.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(second, 'data');
  expect(await another()).toBe('');
  first.destroy();
  await vi.waitFor(async () => {
    expect(await another()).toBe('HTTP/1.1 200 OK');
  });
  second.destroy();
});
