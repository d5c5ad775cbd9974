/** The built app before a server that was written from the specification alone, on a port of the loopback interface. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SEED_BANK_NAMES } from '../../../domain/starter/bank-names.ts';
import { SEED_ASSETS, SEED_BROKERS } from '../../../domain/starter/catalogue.ts';
import type { TestReply, TestRequest } from '../../device/network.ts';
import { plainServer, type PlainServer } from '../../device/plain-server.ts';
import { bearerOf, plainSignIn, type PlainSignIn } from '../../device/plain-sign-in.ts';
import { freePort, type JourneyServer } from './server-process.ts';

const clientDir = fileURLToPath(new URL('../../../dist/client', import.meta.url));

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The app asks for nothing more often than this, of itself. */
const REPEAT_MS = 1000;

/** Asked by the user: a bank name whose Delete is pressed is counted once more, however soon after its list was opened. */
const PRESSED = '/api/admin/bank-names?includeInactive=true';

/** Tells the pages of a browser apart: each is given a number of its own, which it sends with what it asks. */
const PAGE_COOKIE = 'journey-page';
/** The script that begins the app: a page asks for it when the page before is gone and nothing of the API was asked yet. */
const ENTRY = /^\/assets\/index-[^/]+\.js$/u;

/** The catalogue, brokers and bank names that our own server begins with, so that journeys find the same choices. */
function stock(server: PlainServer): void {
  const seed = (rows: Map<string, { id: string }>, prefix: number, records: readonly object[]): void => {
    rows.clear();
    for (const [index, record] of records.entries())
      rows.set(String(prefix + index), { ...record, id: String(prefix + index) });
  };
  seed(
    server.brokers,
    1000,
    SEED_BROKERS.map((name) => ({ name })),
  );
  seed(
    server.banks,
    2000,
    SEED_BANK_NAMES.map((name) => ({ name, isActive: true })),
  );
  // What the specification has no field for is not answered.
  seed(
    server.assets,
    3000,
    SEED_ASSETS.map(({ cgtExempt: _exempt, ...asset }) => asset),
  );
}

export class PlainProcess implements JourneyServer {
  readonly port: number;
  readonly data: PlainServer = plainServer();
  private readonly signIn: PlainSignIn = plainSignIn();
  private listening: Server | null = null;
  /** When each question was last asked, in milliseconds of the process; emptied when something is changed. */
  private readonly asked = new Map<string, number>();
  /** What was asked twice, by collection, as long as no change of that collection has followed. */
  private repeats: { readonly collection: string; readonly words: string }[] = [];
  private pageCount = 0;
  /** False for a journey with a service worker: a page that it answers from its cache is opened without a word. */
  seesPages = false;

  private constructor(port: number) {
    this.port = port;
    this.data.filesAt = this.url;
    // The new id is in no body, but in an address; servers that tell nothing at all are the unit tests'.
    this.data.reply = 'location';
    stock(this.data);
  }

  static async start(): Promise<PlainProcess> {
    const server = new PlainProcess(await freePort());
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const server = createServer((incoming, response) => {
      this.handle(incoming, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.listening = server;
  }

  async stop(): Promise<void> {
    const server = this.listening;
    this.listening = null;
    if (server === null) return;
    const gone = new Promise((resolve) => {
      server.close(resolve);
    });
    server.closeAllConnections();
    await gone;
  }

  endSession(token: string): Promise<void> {
    this.signIn.forget(token);
    return Promise.resolve();
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.data.deviations.push(...this.repeats.map(({ words }) => words));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', this.url).pathname;
    this.noteRepeats(incoming, path);
    if (!path.startsWith('/api/')) return await sendFile(path, response, ENTRY.test(path) ? this.openPage() : {});
    const reply = await this.answer(await readRequest(incoming, this.url));
    const body = reply.arrayBuffer === undefined ? await reply.text() : Buffer.from(await reply.arrayBuffer());
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(body);
  }

  /**
   * Nothing is asked twice within a second, unless the user opens a page or changes something in between. A record is read
   * before it is changed or deleted, however soon after a pull has read it: then a change of its collection follows.
   */
  private noteRepeats({ method = 'GET', url = '', headers }: IncomingMessage, path: string): void {
    const now = performance.now();
    const collection = path.split('/').slice(0, 3).join('/');
    if (method !== 'GET' && method !== 'HEAD') {
      this.repeats = this.repeats.filter((repeat) => repeat.collection !== collection);
      return this.asked.clear();
    }
    // What the journey itself looks up counts for nothing.
    const isApp = headers['user-agent']?.startsWith('Mozilla') === true;
    if (!this.seesPages || !isApp || !path.startsWith('/api/')) return;
    // Each device has a token of its own, and each page a number.
    const question = `${headers.authorization ?? ''} ${headers.cookie ?? ''} ${headers.referer ?? ''} ${url}`;
    const before = this.asked.get(question) ?? -Infinity;
    if (now - before < REPEAT_MS && url !== PRESSED)
      this.repeats.push({ collection, words: `GET ${url} was asked twice within ${Math.round(now - before)} ms` });
    this.asked.set(question, now);
  }

  /** A page begins: it gets its number. With the page itself it would also go to the one before, which asks on until then. */
  private openPage(): Record<string, string> {
    this.pageCount += 1;
    return { 'set-cookie': `${PAGE_COOKIE}=${this.pageCount}; Path=/; SameSite=Strict` };
  }

  private async answer(request: TestRequest): Promise<TestReply> {
    const before = await this.signIn.answer(request);
    if (before !== null) {
      await this.data.record(request);
      return before;
    }
    const token = bearerOf(request);
    // As on our own server, the first user administers it.
    this.data.isAdmin = this.signIn.isAdmin(token);
    // Every user of a journey is the same person: their records are all there are.
    if (this.signIn.knows(token)) request.headers.set('authorization', `Bearer ${this.data.token}`);
    return await this.data.handle(request);
  }
}

async function readRequest(incoming: IncomingMessage, origin: string): Promise<TestRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string' && name !== 'cookie') headers.set(name, value);
  return {
    url: origin + (incoming.url ?? ''),
    method: incoming.method ?? 'GET',
    headers,
    text: async () => await Promise.resolve(body.toString()),
    json: async () => await Promise.resolve(JSON.parse(body.toString()) as unknown),
    bytes: headers.get('content-type')?.startsWith('multipart/') === true ? new Uint8Array(body) : null,
  };
}

/** A file of the build; an address that is no file is one of the app's pages, which names its files relative to the app's folder. */
async function sendFile(
  path: string,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const name = extname(path) === '' ? '/index.html' : normalize(decodeURIComponent(path));
  const file = await readFile(join(clientDir, name)).catch(() => null);
  const bytes = name === '/index.html' ? file?.toString().replaceAll('="./', '="/') : file;
  if (bytes === undefined || bytes === null) response.writeHead(404).end();
  else
    response
      .writeHead(200, {
        'content-type': MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
        ...headers,
      })
      .end(bytes);
}
