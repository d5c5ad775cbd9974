import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startTestApp } from './testing/test-app.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../tests/fixtures/tls/${name}`, import.meta.url));
const [cert, key] = [readFileSync(pathOf('cert.pem'), 'utf8'), readFileSync(pathOf('key.pem'), 'utf8')];

async function ask(
  url: string,
): Promise<{ readonly status: number | undefined; readonly headers: IncomingHttpHeaders }> {
  return await new Promise((resolve, reject) => {
    get(url, { ca: cert }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode, headers: reply.headers });
    }).on('error', reject);
  });
}

describe('TLS', () => {
  it('is served with the certificate, and tells browsers to use only https', async () => {
    const app = await startTestApp({ tls: { cert, key } });
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const reply = await ask(`https://localhost:${port}/healthz`);
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
    await app.close();
  });

  it('behind a proxy is known by the public address; without it no header says so', async () => {
    for (const [publicUrl, header] of [
      ['https://h.example/', 'max-age=31536000'],
      ['http://localhost:8080/', undefined],
    ] as const) {
      const app = await startTestApp({ publicUrl });
      expect((await app.app.inject('/healthz')).headers['strict-transport-security']).toBe(header);
      await app.close();
    }
  });

  it('is configured with two files that belong together', () => {
    const read = (environment: Record<string, string>) => readConfig(environment);
    const good = read({ TLS_CERT: pathOf('cert.pem'), TLS_KEY: pathOf('key.pem') });
    expect(good.ok && good.config).toMatchObject({ tls: { cert, key }, publicUrl: 'https://localhost:8080/' });
    expect(read({ TLS_CERT: pathOf('cert.pem') })).toEqual({
      ok: false,
      problems: ['TLS_CERT and TLS_KEY belong together: one of them is missing.'],
    });
    expect(read({ TLS_CERT: pathOf('README.md'), TLS_KEY: '/no/such/file' })).toEqual({
      ok: false,
      problems: [
        `TLS_CERT="${pathOf('README.md')}" is not valid: expected a file in PEM form.`,
        'TLS_KEY="/no/such/file" is not valid: there is no such file, or it cannot be read.',
      ],
    });
  });
});

describe('the configuration of mail and figures', () => {
  it('is read from a URL that is never shown', () => {
    const good = readConfig({
      SMTP_URL: 'smtp://holdfast:p%40ss@mail.example',
      MAIL_FROM: 'Holdfast <holdfast@example.org>',
      METRICS_TOKEN: 'x'.repeat(16),
    });
    expect(good.ok && good.config).toMatchObject({
      smtp: {
        host: 'mail.example',
        port: 587,
        secure: false,
        user: 'holdfast',
        password: 'p@ss',
        from: 'Holdfast <holdfast@example.org>',
      },
      metricsToken: 'x'.repeat(16),
    });
    const secure = readConfig({ SMTP_URL: 'smtps://[::1]:2465', MAIL_FROM: 'h@example.org' });
    expect(secure.ok && secure.config.smtp).toEqual({
      host: '::1',
      port: 2465,
      secure: true,
      user: null,
      password: null,
      from: 'h@example.org',
    });
    const bad = readConfig({ SMTP_URL: 'smtp://user:secret@', METRICS_TOKEN: 'short' });
    expect(bad).toEqual({
      ok: false,
      problems: [
        'METRICS_TOKEN is not valid: expected at least 16 letters, digits or -._~+/=.',
        'SMTP_URL is not valid: expected smtp://user:password@host:587 or smtps://user:password@host:465.',
      ],
    });
    expect(readConfig({ SMTP_URL: 'smtp://mail.example' })).toMatchObject({
      problems: [expect.stringContaining('MAIL_FROM is not valid')],
    });
    expect(readConfig({ MAIL_FROM: 'h@example.org' })).toMatchObject({
      problems: ['MAIL_FROM needs SMTP_URL, which is missing.'],
    });
  });
});
