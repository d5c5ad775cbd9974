/** A network between test devices and a server in the same process, with faults to order. */

/** Answers a request as a server would. */
export type Server = (request: Request) => Promise<Response>;

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
  fault: (request: Request) => Fault;
  /** `METHOD /path` of every request that reached the server. */
  readonly log: string[];
}

export function testNetwork(server: Server): TestNetwork {
  const network: TestNetwork = {
    fault: () => 'none',
    log: [],
    fetch: async (input, init) => {
      const make = (): Request => new Request(input, init);
      const request = make();
      const fault = network.fault(request);
      if (fault === 'dropRequest') throw new TypeError('Failed to fetch');
      if (fault === 'portal') return new Response('<html>Please sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
      network.log.push(`${request.method} ${new URL(input).pathname.replace(/^\/api/u, '')}`);
      if (typeof fault === 'number') return Response.json({ message: `fault ${fault}` }, { status: fault });
      const response = await server(request);
      if (fault === 'hang') return await new Promise<Response>(() => undefined);
      if (fault === 'loseReply') throw new TypeError('Failed to fetch');
      return fault === 'duplicate' ? await server(make()) : response;
    },
  };
  return network;
}

/** The logged requests that write. */
export function writesIn(log: readonly string[]): string[] {
  return log.filter((line) => !line.startsWith('GET') && !line.includes('/auth/'));
}
