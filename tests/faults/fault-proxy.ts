/** A proxy on the loopback interface that spoils requests on their way to a real server, as a bad network would. */
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the proxy has read it whole. */
export interface SeenRequest {
  readonly method: string;
  /** Below `/api`, with its query; the whole path for what is not of the API. */
  readonly path: string;
  /** As it was asked for. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface ServerReply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * What happens to a request.
 * - `pass`
 * - `drop`: the server never sees it, the connection breaks
 * - `cut`: the server answers, and the connection breaks before the device hears it
 * - `twice`: the server gets it twice, the device hears the second answer
 * - `cutUpload`: the connection breaks when 60% of the body have reached the server
 * - `truncate`: the device gets the first half of the answer, which claims to be whole
 * - `hold`: the server answers, and the device gets no byte of it until `release` is called
 * - `late`: the server gets it only when `release` is called
 * - a reply: the device gets this instead, the server sees nothing
 * - a function: the device gets what it makes of the server's answer
 */
export type Plan =
  | 'pass'
  | 'drop'
  | 'cut'
  | 'twice'
  | 'cutUpload'
  | 'truncate'
  | 'hold'
  | 'late'
  | { readonly status: number; readonly headers?: OutgoingHttpHeaders; readonly body: string }
  | ((reply: ServerReply) => ServerReply | Promise<ServerReply>);

export interface FaultProxy {
  readonly url: string;
  /** Chooses what happens to each request; nothing by default. */
  plan: (request: SeenRequest) => Plan;
  /** `METHOD /path` of every request that came from the device. */
  readonly log: string[];
  /** The same of those that reached the server whole. */
  readonly arrived: string[];
  /** How many answers of the server are held back. */
  held: number;
  /** Lets go of what is held or late; resolves when the server has answered all of it. */
  readonly release: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a proxy before the server at `target` (`http://127.0.0.1:port`). */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  let open: () => void = () => undefined;
  let gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const underWay = new Set<Promise<unknown>>();

  const ask = async (seen: SeenRequest, body = seen.body, cutAt?: number): Promise<ServerReply> =>
    await new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          hostname,
          port,
          method: seen.method,
          path: seen.url,
          headers: { ...seen.headers, host: `${hostname}:${port}` },
        },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
          );
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      if (cutAt === undefined) outgoing.end(body);
      else outgoing.write(body.subarray(0, cutAt), () => outgoing.destroy());
    });

  const answer = (response: ServerResponse, reply: ServerReply): void => {
    const headers = { ...reply.headers };
    delete headers['transfer-encoding'];
    delete headers['content-length'];
    response.writeHead(reply.status, headers).end(reply.body);
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const seen: SeenRequest = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').replace(/^\/api/u, ''),
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(parts),
    };
    const line = `${seen.method} ${seen.path.split('?')[0] ?? ''}`;
    proxy.log.push(line);
    const plan = proxy.plan(seen);
    const released = gate;
    const forward = async (): Promise<ServerReply> => {
      proxy.arrived.push(line);
      return await ask(seen);
    };
    if (plan === 'drop') return void response.destroy();
    if (plan === 'cutUpload') {
      await ask(seen, seen.body, Math.floor(seen.body.length * 0.6)).catch(() => null);
      return void response.destroy();
    }
    if (typeof plan === 'object')
      return void response
        .writeHead(plan.status, { 'content-type': 'application/json', ...plan.headers })
        .end(plan.body);
    if (plan === 'late') await released;
    if (plan === 'twice') await forward();
    const reply = await forward();
    if (plan === 'cut') return void response.destroy();
    if (plan === 'hold') {
      proxy.held += 1;
      await released;
      proxy.held -= 1;
    }
    if (plan === 'truncate')
      return answer(response, { ...reply, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) });
    return answer(response, typeof plan === 'function' ? await plan(reply) : reply);
  };

  const server = createServer((incoming, response) => {
    const work = handle(incoming, response).catch(() => response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: () => 'pass',
    log: [],
    arrived: [],
    held: 0,
    release: async () => {
      open();
      gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      await Promise.all(underWay);
    },
    close: async () => {
      await proxy.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
