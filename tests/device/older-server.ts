/** Our server as an older version of it was: without some features, and not knowing what came with them. */
import { withText, type Server } from './network.ts';

/** What an older version lacks, while `isOlder` returns true. */
export interface OlderServer {
  readonly lacks: readonly string[];
  /** What it does not know in a request: a device that sends it anyway fails the test. */
  readonly unknown: RegExp;
  readonly isOlder: () => boolean;
}

/** Hands requests on to our server, and its answers back as the older version would give them. */
export function olderServer(handle: Server, { lacks, unknown, isOlder }: OlderServer): Server {
  return async (request) => {
    const path = new URL(request.url).pathname;
    const body = request.bytes === null ? await request.text() : new TextDecoder().decode(request.bytes);
    if (isOlder() && unknown.test(body)) throw new Error('what the server does not know was sent');
    const reply = await handle(request);
    if (!isOlder() || !path.endsWith('/sync/capabilities')) return reply;
    return withText(reply, (text) => {
      const told = JSON.parse(text) as { readonly features: readonly string[] };
      const features = told.features.filter((feature) => !lacks.includes(feature));
      if (features.length + lacks.length !== told.features.length) throw new Error('the server lacks these anyway');
      return JSON.stringify({ ...told, features });
    });
  };
}
