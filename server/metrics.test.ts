import { expect, it } from 'vitest';
import { startTestApp } from './testing/test-app.ts';

const TOKEN = 'a-long-enough-token';

it('figures need the token, and are not served where none is configured', async () => {
  const without = await startTestApp();
  expect((await without.app.inject('/metrics')).statusCode).toBe(404);
  await without.close();
  const app = await startTestApp({ metricsToken: TOKEN, basePath: '/h/' });
  const get = async (headers: Record<string, string> = {}) => await app.app.inject({ url: '/h/metrics', headers });
  expect([(await get()).statusCode, (await get({ authorization: 'Bearer wrong' })).statusCode]).toEqual([401, 401]);
  expect((await app.app.inject('/metrics')).statusCode).toBe(404);
  await app.signIn('ada@example.org');
  await app.call('GET', '/accounts/0190b0a0-0000-7000-8000-000000000000');
  const reply = await get({ authorization: `Bearer ${TOKEN}` });
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = reply.body.split('\n');
  expect(lines).toContain(
    'holdfast_http_request_duration_seconds_count{method="GET",route="/h/api/accounts/:id",status="401"} 1',
  );
  expect(lines).toContain(
    'holdfast_http_request_duration_seconds_bucket{method="POST",route="/h/api/auth/login",status="200",le="+Inf"} 1',
  );
  expect(lines).toContain('holdfast_database_up 1');
  // Every line is a comment or a sample, and no label contains an address or an id.
  for (const line of lines)
    expect(line).toMatch(/^$|^# (?:HELP|TYPE) \w+ .+$|^\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+$/u);
  expect(reply.body).not.toMatch(/0190b0a0|ada@/u);
  await app.close();
});

it('a server that has lost its database lives, is not ready, and says 503', async () => {
  const app = await startTestApp();
  await app.store.close();
  expect((await app.app.inject('/healthz')).statusCode).toBe(200);
  const ready = await app.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable' }]);
  await app.close().catch(() => undefined);
});
