/** A bucket on this machine with the parts of S3 that receipts need: put, get, head and delete, by path. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeS3 {
  /** The value for `RECEIPTS_S3_URL`. */
  readonly url: string;
  /** By `/bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** Requests so far, as `PUT /bucket/key`. */
  readonly requests: string[];
  /** The number of next requests that fail. */
  failing: number;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts a bucket; requests without the access key `KEY` in their signature are refused. */
export async function startFakeS3(prefix = 'receipts'): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const state = { failing: 0 };
  const server: Server = createServer((request, reply) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      requests.push(`${request.method ?? ''} ${path}`);
      const body = await bodyOf(request);
      const refuse = (status: number, code: string): void => {
        reply.writeHead(status, { 'content-type': 'application/xml' });
        reply.end(
          request.method === 'HEAD'
            ? undefined
            : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        );
      };
      if (!(request.headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 Credential=KEY/'))
        refuse(403, 'InvalidAccessKeyId');
      else if (state.failing > 0) {
        state.failing -= 1;
        refuse(503, 'SlowDown');
      } else if (request.method === 'PUT') {
        objects.set(path, body);
        reply.writeHead(200, { etag: '"x"' }).end();
      } else if (request.method === 'DELETE') {
        objects.delete(path);
        reply.writeHead(204).end();
      } else {
        const object = objects.get(path);
        if (object === undefined) refuse(404, 'NoSuchKey');
        else
          reply
            .writeHead(200, { 'content-length': String(object.length) })
            .end(request.method === 'HEAD' ? undefined : object);
      }
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://KEY:SECRET@127.0.0.1:${port}/bucket/${prefix}?region=eu-west-2`,
    objects,
    requests,
    get failing() {
      return state.failing;
    },
    set failing(count) {
      state.failing = count;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
