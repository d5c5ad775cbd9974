/** A network between test devices and a server in the same process, with faults to order. */

/** What a server reads of a request; making the platform's own takes longer than answering it. */
export type TestRequest = Pick<Request, 'method' | 'url' | 'headers' | 'text' | 'json'> & {
  /** The body of an upload; null where it is text. */
  readonly bytes: Uint8Array | null;
};
/** What a device reads of a reply. */
export type TestReply = Pick<Response, 'ok' | 'status' | 'headers' | 'text' | 'arrayBuffer'>;

/** Answers a request as a server would. */
export type Server = (request: TestRequest) => Promise<TestReply>;

/** A reply of JSON, or of nothing without `json`. */
export function reply(status: number, json?: unknown, headers: Readonly<Record<string, string>> = {}): TestReply {
  const text = json === undefined ? '' : JSON.stringify(json);
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: new Headers(json === undefined ? headers : { 'content-type': 'application/json', ...headers }),
    text: async () => await Promise.resolve(text),
    arrayBuffer: async () => await Promise.resolve(new TextEncoder().encode(text).buffer),
  };
}

/** A reply with what `change` makes of its text. */
export function withText(answer: TestReply, change: (text: string) => string): TestReply {
  const { ok, status, headers } = answer;
  return { ...answer, ok, status, headers, text: async () => change(await answer.text()) };
}

/** A reply that is a file. */
export function fileReply(bytes: Uint8Array<ArrayBuffer>, type: string): TestReply {
  const copy = bytes.slice().buffer;
  return {
    ok: true,
    status: 200,
    headers: new Headers({ 'content-type': type }),
    text: async () => await Promise.resolve(''),
    arrayBuffer: async () => await Promise.resolve(copy),
  };
}

/** The request that a call of `fetch` would make; a form gets a boundary of its own each time. */
async function requestOf(url: string, init: RequestInit): Promise<TestRequest> {
  const headers = new Headers(init.headers);
  const form = init.body instanceof FormData ? new Response(init.body) : null;
  if (form !== null) headers.set('content-type', form.headers.get('content-type') ?? '');
  const bytes = form === null ? null : new Uint8Array(await form.arrayBuffer());
  const text = typeof init.body === 'string' ? init.body : bytes === null ? '' : new TextDecoder().decode(bytes);
  return {
    url,
    bytes,
    method: init.method ?? 'GET',
    headers,
    text: async () => await Promise.resolve(text),
    json: async () => await Promise.resolve(JSON.parse(text)),
  };
}

/**
 * - `dropRequest`: the server never sees it
 * - `loseReply`: the server acts, the device hears nothing
 * - `duplicate`: the server gets it twice, the device hears the second answer
 * - `portal`: a captive portal answers 200 with a page
 * - `hang`: the server acts, and the device waits for ever
 * - a number: the server answers that status without acting
 */
export type Fault = 'none' | 'dropRequest' | 'loseReply' | 'duplicate' | 'portal' | 'hang' | number;

export interface TestNetwork {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Chooses the fault of each request; none by default. */
  fault: (request: TestRequest) => Fault;
  /** `METHOD /path` of every request that reached the server. */
  readonly log: string[];
}

export function testNetwork(server: Server): TestNetwork {
  const network: TestNetwork = {
    fault: () => 'none',
    log: [],
    fetch: async (input, init) => {
      const request = await requestOf(input, init);
      const fault = network.fault(request);
      if (fault === 'dropRequest') throw new TypeError('Failed to fetch');
      if (fault === 'portal')
        return new Response('<html>Please sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
      network.log.push(`${request.method} ${new URL(input).pathname.replace(/^\/api/u, '')}`);
      if (typeof fault === 'number') return reply(fault, { message: `fault ${fault}` }) as Response;
      const response = await server(request);
      if (fault === 'hang') return await new Promise<never>(() => undefined);
      if (fault === 'loseReply') throw new TypeError('Failed to fetch');
      return (fault === 'duplicate' ? await server(await requestOf(input, init)) : response) as Response;
    },
  };
  return network;
}

/** The logged requests that write. */
export function writesIn(log: readonly string[]): string[] {
  return log.filter((line) => !line.startsWith('GET') && !line.includes('/auth/'));
}
