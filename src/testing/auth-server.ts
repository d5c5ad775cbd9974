/** A server for the tests of the pages before a session: replies by path, and records its requests. */
import { vi } from 'vitest';
import { leaveSession, tokenOf } from './signed-in.ts';

export interface AuthServer {
  /** The body of each request, by its path below the API's base. */
  readonly asked: (readonly [path: string, body: unknown])[];
  /** The reply to every request from now on; a 204 at first. */
  answer: () => Promise<Response>;
  readonly close: () => void;
}

export const OFFLINE = async (): Promise<never> => await Promise.reject(new TypeError('Failed to fetch'));
export const SIGNED_IN = async (): Promise<Response> => await Promise.resolve(Response.json({ token: tokenOf() }));
/** A reply with this status and, as the server gives them, a message and a code. */
export const answerOf = (status: number, message?: string, code?: string) => async (): Promise<Response> =>
  await Promise.resolve(Response.json({ message, code }, { status }));

export function authServer(): AuthServer {
  const server: AuthServer = {
    asked: [],
    answer: async () => await Promise.resolve(new Response(null, { status: 204 })),
    close: () => {
      vi.unstubAllGlobals();
      leaveSession();
    },
  };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname } = new URL(url, 'http://localhost');
    server.asked.push([pathname.replace(/^.*\/api/u, ''), typeof body === 'string' ? JSON.parse(body) : undefined]);
    return await server.answer();
  });
  return server;
}
