import { afterAll, beforeAll } from 'vitest';
import { realServer, type RealServer, type RealServerOptions } from './real-server.ts';

/** The real server of a file's tests: it starts before the first of them and ends after the last. */
export function serverOfTests(options: RealServerOptions = {}): RealServer {
  let server: RealServer | null = null;
  beforeAll(async () => {
    server = await realServer(options);
  });
  afterAll(async () => {
    await server?.close();
  });
  return new Proxy({} as RealServer, { get: (_none, name): unknown => Reflect.get(server ?? {}, name) });
}
