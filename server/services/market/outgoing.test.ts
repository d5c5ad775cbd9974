import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { faultText, outgoing, type OutgoingSetting } from './outgoing.ts';
import { isPublicAddress } from './private-address.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A source on this machine; returns its base and the number of connections to it. */
async function source(
  listener: RequestListener,
): Promise<{ readonly base: URL; readonly port: number; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections += 1;
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { base: new URL(`http://127.0.0.1:${port}/data/`), port, connections: () => connections };
}

/** Only where nothing else ends a request: a busy machine may take seconds over a reply. */
const QUICK: OutgoingSetting = { timeoutMs: 150, maxBytes: 1000, pauseMs: 1 };
const PATIENT: OutgoingSetting = { ...QUICK, timeoutMs: 300_000 };
const get = async (base: URL, setting: OutgoingSetting = PATIENT, path = 'x') =>
  await outgoing([base], setting)(new URL(path, base), 'text/html');

describe('a source that answers', () => {
  it('receives the request, and its answer is read', async () => {
    const asked: (string | undefined)[] = [];
    const { base } = await source((request, reply) => {
      asked.push(request.url, request.headers.accept);
      reply.end('£1.50');
    });
    expect(await get(base, PATIENT, 'x?s=AAPL%3ANSQ')).toEqual({ ok: true, body: '£1.50' });
    expect(asked).toEqual(['/data/x?s=AAPL%3ANSQ', 'text/html']);
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
  ])('packed with %s is unpacked', async (encoding, bytes) => {
    const { base } = await source((_request, reply) => {
      reply.setHeader('content-encoding', encoding).end(bytes);
    });
    expect(await get(base)).toEqual({ ok: true, body: 'packed' });
  });

  it('is followed to another of its own pages', async () => {
    const { base } = await source((request, reply) => {
      if (request.url === '/data/x') reply.writeHead(302, { location: '/data/y' }).end();
      else reply.end('there');
    });
    expect(await get(base)).toEqual({ ok: true, body: 'there' });
  });
});

describe('a source that does not', () => {
  it('in time is given up after three tries', async () => {
    const { base, connections } = await source(() => undefined);
    expect(await get(base, QUICK)).toEqual({ ok: false, fault: 'timeout', status: 0 });
    expect(connections()).toBe(3);
  });

  it('keeps nobody waiting when the server is stopped', async () => {
    const stop = new AbortController();
    const { base, connections } = await source(() => {
      stop.abort();
    });
    const setting = { ...PATIENT, pauseMs: 300_000, stopping: stop.signal };
    expect(await get(base, setting)).toEqual({ ok: false, fault: 'stopped', status: 0 });
    expect(await get(base, setting)).toEqual({ ok: false, fault: 'stopped', status: 0 });
    expect(connections()).toBe(1);
    const pausing = new AbortController();
    const failing = await source((_request, reply) => {
      reply.writeHead(503).end();
      reply.on('close', () => {
        pausing.abort();
      });
    });
    expect(await get(failing.base, { ...setting, stopping: pausing.signal })).toMatchObject({ fault: 'stopped' });
    expect(failing.connections()).toBe(1);
  });

  it('that drips byte by byte has no more time than one that is silent', async () => {
    const { base } = await source((_request, reply) => {
      const drip = setInterval(() => {
        reply.write('x');
      }, 20);
      reply.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await get(base, { ...QUICK, attempts: 1 })).toMatchObject({ fault: 'timeout' });
  });

  it('that is down is reported as down', async () => {
    const { base } = await source(() => undefined);
    const [server] = servers.splice(0);
    await new Promise((resolve) => {
      server?.close(resolve);
    });
    expect(await get(base)).toEqual({ ok: false, fault: 'unreachable', status: 0 });
  });

  it('that has no address is unreachable', async () => {
    const failing: OutgoingSetting = {
      ...PATIENT,
      resolve: (_host, finish) => {
        (finish as (error: Error) => void)(new Error('ENOTFOUND'));
      },
    };
    expect(await get(new URL('http://prices.example/'), failing)).toEqual({
      ok: false,
      fault: 'unreachable',
      status: 0,
    });
  });

  it.each([
    [
      'as much as it likes',
      (reply: Parameters<RequestListener>[1]) => {
        reply.end('x'.repeat(5000));
      },
    ],
    [
      'little that unpacks to much',
      (reply: Parameters<RequestListener>[1]) => {
        reply.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(5_000_000)));
      },
    ],
    [
      'without an end',
      (reply: Parameters<RequestListener>[1]) => {
        const send = (): void => {
          if (!reply.destroyed) reply.write('x'.repeat(500), send);
        };
        send();
      },
    ],
  ])('with limits sends %s and is cut off, without another try', async (_what, send) => {
    const { base, connections } = await source((_request, reply) => {
      send(reply);
    });
    expect(await get(base)).toMatchObject({ fault: 'tooLarge' });
    expect(connections()).toBe(1);
  });

  it('that breaks off, or packs badly, is unreachable', async () => {
    const { base } = await source((request, reply) => {
      if (request.url === '/data/x')
        reply.writeHead(200, { 'content-length': '100' }).write('x', () => {
          reply.destroy();
        });
      else reply.setHeader('content-encoding', 'gzip').end('not gzip');
    });
    expect(await get(base)).toMatchObject({ fault: 'unreachable' });
    expect(await get(base, PATIENT, 'y')).toMatchObject({ fault: 'unreachable' });
  });

  it('that fails is asked again, and may recover', async () => {
    let count = 0;
    const { base } = await source((_request, reply) => {
      count += 1;
      if (count < 3) reply.writeHead(count === 1 ? 503 : 429).end();
      else reply.end('at last');
    });
    expect(await get(base)).toEqual({ ok: true, body: 'at last' });
  });

  it('that refuses for good is not asked again', async () => {
    const { base, connections } = await source((_request, reply) => {
      reply.writeHead(403).end();
    });
    const outcome = await get(base);
    expect(outcome).toEqual({ ok: false, fault: 'status', status: 403 });
    expect(connections()).toBe(1);
    if (!outcome.ok) expect(faultText(outcome)).toBe('it answered with an error (403)');
  });

  it('that asks for a long pause is not asked again', async () => {
    const { base, connections } = await source((_request, reply) => {
      reply.writeHead(429, { 'retry-after': '3600' }).end();
    });
    expect(await get(base)).toMatchObject({ status: 429 });
    expect(connections()).toBe(1);
  });
});

describe('a private address', () => {
  /** A name that resolves to the given addresses. */
  const resolvesTo = (...addresses: string[]): OutgoingSetting => ({
    ...PATIENT,
    resolve: (_host, finish) => {
      finish(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });

  it.each([['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.1.2.3'], ['169.254.169.254']])(
    'behind a name (%s) opens no socket',
    async (...addresses) => {
      const { port, connections } = await source((_request, reply) => {
        reply.end('secret');
      });
      const base = new URL(`http://prices.example:${port}/`);
      expect(await get(base, resolvesTo(...addresses))).toEqual({ ok: false, fault: 'private', status: 0 });
      expect(connections()).toBe(0);
    },
  );

  it.each(['http://10.0.0.1/', 'http://[fd00::1]/', 'http://169.254.169.254/latest/meta-data/', 'http://0.0.0.0/'])(
    'as the base itself (%s) is refused',
    async (base) => {
      expect(await get(new URL(base))).toEqual({ ok: false, fault: 'private', status: 0 });
    },
  );

  it('or another host at the end of a redirect is never requested', async () => {
    const inner = await source((_request, reply) => {
      reply.end('secret');
    });
    for (const location of [
      `http://127.0.0.1:${inner.port}/`,
      `http://localhost:${inner.port}/`,
      'http://169.254.169.254/',
      'https://example.org/',
      'file:///etc/passwd',
      'http://user:x@127.0.0.1/',
      '//example.org/x',
    ]) {
      const { base } = await source((_request, reply) => {
        reply.writeHead(302, { location }).end();
      });
      expect(await get(base), location).toEqual({ ok: false, fault: 'redirect', status: 0 });
    }
    expect(inner.connections()).toBe(0);
  });

  it('of a redirect in a circle ends', async () => {
    const { base, connections } = await source((_request, reply) => {
      reply.writeHead(302, { location: '/data/x' }).end();
    });
    expect(await get(base)).toMatchObject({ fault: 'redirect' });
    expect(connections()).toBe(4);
  });

  it('is distinguished from a public one', () => {
    const refused = [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'ff02::1',
      '2002:7f00:1::',
      '',
      'localhost',
      '1.2.3',
    ];
    expect(refused.filter(isPublicAddress)).toEqual([]);
    expect(
      ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'].filter(
        (address) => !isPublicAddress(address),
      ),
    ).toEqual([]);
  });
});
