import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { securityHeaders } from './headers.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('static hosts send the headers that the server sends, and let the one script of the 404 page run', () => {
  const script = /<script>([\s\S]*?)<\/script>/u.exec(file('public/404.html'))?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const headers = Object.entries(securityHeaders({ publicUrl: 'http://localhost/', tls: null }));
  const policy = new Map(headers)
    .get('content-security-policy')
    ?.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
  const given = file('public/_headers').toLowerCase();
  for (const [name, value] of headers) {
    const expected = name === 'content-security-policy' ? (policy ?? '') : value;
    expect(given).toContain(`${name}: ${expected}`.toLowerCase());
    const forNginx = /^[\w-]+$/u.test(expected) ? expected : `"${expected}"`;
    expect(file('docs/static.md').toLowerCase()).toContain(`add_header ${name} ${forNginx} always;`.toLowerCase());
  }
});
