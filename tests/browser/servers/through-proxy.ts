/** Fixtures that put a fault proxy before a journey's server, so that the page and its service worker reach it only through that. */
import { startFaultProxy, type FaultProxy } from '../../faults/fault-proxy.ts';

/** A proxy of the test's own before `server`. */
export async function proxyBefore(
  { server }: { readonly server: { readonly url: string } },
  use: (faults: FaultProxy) => Promise<void>,
): Promise<void> {
  const proxy = await startFaultProxy(server.url.replace('localhost', '127.0.0.1'));
  await use(proxy);
  await proxy.close();
}

/** The address of the app behind it. */
export async function proxiedUrl(
  { faults }: { readonly faults: FaultProxy },
  use: (url: string) => Promise<void>,
): Promise<void> {
  await use(`${faults.url.replace('127.0.0.1', 'localhost')}/`);
}
