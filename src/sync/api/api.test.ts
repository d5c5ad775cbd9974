import { expect, it } from 'vitest';
import { send, type NetworkEnvironment } from '../network/http.ts';
import { register, signIn } from '../session/auth-client.ts';
import { createApi } from './api.ts';
import type { SyncEnvironment } from './environment.ts';

const seen: { url: string; authorization: string | undefined }[] = [];
const network: NetworkEnvironment = {
  fetch: async (url, { headers }) => {
    seen.push({ url, authorization: (headers as Record<string, string>)['Authorization'] });
    return Response.json({ message: 'no' }, { status: 400 });
  },
  schedule: () => () => undefined,
};

it('every call carries the token when there is one, and none when there is none', async () => {
  const environment = {
    ...network,
    credentials: () => ({ token: 'a.b.c', userId: 'u' }),
    onUnauthorised: () => undefined,
  } as unknown as SyncEnvironment;
  const api = createApi(environment, { apiBase: 'https://money.example/base/api', userId: 'u' });
  await api.call('GET', '/accounts');
  await api.call('POST', '/transactions', { json: {} });
  await signIn({ email: 'ada@example.com', password: 'secret' }, network);
  await register({ firstName: 'A', surname: 'B', email: 'a@b.c', password: 'secret' }, network);
  expect(seen).toEqual([
    { url: 'https://money.example/base/api/accounts', authorization: 'Bearer a.b.c' },
    { url: 'https://money.example/base/api/transactions', authorization: 'Bearer a.b.c' },
    { url: expect.stringMatching(/\/auth\/login$/u) as unknown, authorization: undefined },
    { url: expect.stringMatching(/\/auth\/register$/u) as unknown, authorization: undefined },
  ]);
});

it('a 403 is an answer and ends no session; a 401 does', async () => {
  const ended: string[] = [];
  const answering = (status: number) =>
    createApi(
      {
        fetch: async () => Response.json({ message: 'no' }, { status }),
        schedule: () => () => undefined,
        credentials: () => ({ token: 'a.b.c', userId: 'u' }),
        onUnauthorised: (token: string) => void ended.push(token),
      } as unknown as SyncEnvironment,
      { apiBase: '/api', userId: 'u' },
    );
  expect(await answering(403).call('GET', '/accounts')).toMatchObject({ kind: 'reply', status: 403 });
  expect(ended).toEqual([]);
  expect(await answering(401).call('GET', '/accounts')).toEqual({ kind: 'signedOut' });
  expect(ended).toEqual(['a.b.c']);
});

it('a write below the origin carries the header of an XSRF-TOKEN cookie; a read, and a call to another origin, do not', async () => {
  const sent: unknown[] = [];
  let cookies = 'theme=dark; XSRF-TOKEN=a%2Bb; other=1';
  const environment: NetworkEnvironment = {
    ...network,
    cookies: () => cookies,
    fetch: async (_url, { headers }) => {
      sent.push((headers as Record<string, string>)['X-XSRF-TOKEN']);
      return Response.json({});
    },
  };
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
    await send(environment, { method, url, timeoutMs: 1000 });
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) await call(method, '/api/accounts');
  for (const url of ['https://money.example/api/accounts', '//money.example/api/accounts']) await call('POST', url);
  cookies = 'NOT-XSRF-TOKEN=x';
  await call('POST', '/api/accounts');
  expect(sent).toEqual([undefined, 'a+b', 'a+b', 'a+b', undefined, undefined, undefined]);
});
