import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startTestApp } from './testing/test-app.ts';

it('compresses long answers for those who take gzip, and leaves short ones alone', async () => {
  const app = await startTestApp();
  const token = await app.signIn('ada@example.org');
  const get = async (path: string, encoding: string) =>
    await app.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
    });
  const plain = await get('/assets', 'br');
  for (const encoding of ['gzip', 'br, gzip;q=0.5', 'deflate, GZIP']) {
    const reply = await get('/assets', encoding);
    expect([reply.headers['content-encoding'], reply.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(gunzipSync(reply.rawPayload).toString()).toBe(plain.body);
  }
  for (const encoding of ['gzip;q=0', 'gzip;q=0.000', 'identity', ''])
    expect((await get('/assets', encoding)).headers['content-encoding']).toBeUndefined();
  expect((await get('/accounts', 'gzip')).headers['content-encoding']).toBeUndefined();
  await app.close();
});
