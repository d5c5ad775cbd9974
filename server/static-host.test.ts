/**
 * The headers that docs/static.md and `_headers` set for static hosts are those of our own server; nginx is run where
 * it is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from './headers.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The server's headers, with a policy that allows the only script of the 404 page. */
function expected(): Readonly<Record<string, string>> {
  const script = /<script>([\s\S]*?)<\/script>/u.exec(file('public/404.html'))?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const own = securityHeaders({ publicUrl: 'http://localhost/', tls: null });
  const policy = own['content-security-policy'] ?? '';
  return {
    ...own,
    'content-security-policy': policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`),
  };
}

const ASKED_AGAIN = { 'cache-control': 'no-cache' };

type Headers = Readonly<Record<string, string>>;

/** The rules of `_headers` by path; a line that no host reads is an error. */
function readRules(text: string): ReadonlyMap<string, Headers> {
  const rules = new Map<string, Record<string, string>>();
  let rule: Record<string, string> | undefined;
  for (const line of text.split('\n')) {
    const [, name, value] = /^ {2}([A-Za-z-]+): (\S.*)$/u.exec(line) ?? [];
    if (line.startsWith('/')) rules.set(line, (rule = {}));
    else if (rule !== undefined && name !== undefined && value !== undefined) rule[name.toLowerCase()] = value;
    else if (line !== '' && !line.startsWith('#')) throw new Error(`no host reads ${JSON.stringify(line)}`);
    // Cloudflare ignores longer lines.
    if (line.length > 2000) throw new Error('a line is too long');
  }
  return rules;
}

/** A block of docs/static.md. */
function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'u').exec(file('docs/static.md'))?.[1];
  if (found === undefined) throw new Error(`docs/static.md has nothing for ${language}`);
  return found;
}

/** The headers in a block, each from a line in which `pattern` finds name and value. */
function headersIn(language: string, pattern: RegExp): Headers {
  const found = [...block(language).matchAll(pattern)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.replace(/^"(.*)"$/u, '$1'),
  ]);
  expect(new Set(found.map(([name]) => name)).size, 'each once').toBe(found.length);
  return Object.fromEntries(found) as Headers;
}

it('hosts that read _headers send them for every file, and let what has a digest in its name be kept', () => {
  const rules = readRules(file('public/_headers'));
  expect(rules.get('/*')).toEqual(expected());
  expect(rules.get('/assets/*')).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(rules.size).toBe(2);
});

it.each([
  ['nginx', /^ +add_header ([\w-]+) (.+) always;$/gmu],
  ['apache', /^Header always set ([\w-]+) (".+")$/gmu],
  ['caddy', /^ {8}([A-Z][\w-]+) (".+")$/gmu],
])('the block for %s has them all', (language, pattern) => {
  expect(headersIn(language, pattern)).toEqual({ ...expected(), ...ASKED_AGAIN });
});

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
if (!hasNginx) process.stderr.write('\n!! nginx is not installed: the block of docs/static.md is read, not run.\n\n');

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Runs nginx with the block of docs/static.md and a minimal configuration; returns its address and a function that ends
 * it.
 */
async function startNginx(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-nginx-'));
  const app = join(folder, 'www', 'holdfast');
  mkdirSync(join(app, 'assets'), { recursive: true });
  for (const [name, text] of [
    ['index.html', '<title>the app</title>'],
    ['assets/app-1.js', 'export {};'],
    ['assets/font-1.woff2', 'font'],
    ['assets/app-1.css', 'p {}'],
    ['manifest.webmanifest', '{}'],
  ] as const)
    writeFileSync(join(app, name), text);
  writeFileSync(join(app, 'assets', 'app-1.js.gz'), gzipSync('export {};'));
  copyFileSync(new URL('../public/404.html', import.meta.url), join(app, '404.html'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  const configuration = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary.join(' ')}
server { listen 127.0.0.1:${port};
${block('nginx').replaceAll('/srv/www', join(folder, 'www'))}
} }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    if (await fetch(url).then(Boolean, () => false)) break;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(!hasNginx)('nginx with the block of docs/static.md', () => {
  it('serves the app, its types and its 404 page with the headers', async () => {
    const { url, stop } = await startNginx();
    const get = async (path: string) => {
      const reply = await fetch(`${url}${path}`, { redirect: 'manual', headers: { 'accept-encoding': 'gzip' } });
      const sent = Object.keys({ ...expected(), ...ASKED_AGAIN }).map((name) => [name, reply.headers.get(name)]);
      return {
        status: reply.status,
        type: reply.headers.get('content-type'),
        encoding: reply.headers.get('content-encoding'),
        location: reply.headers.get('location'),
        headers: Object.fromEntries(sent) as Headers,
        text: await reply.text(),
      };
    };
    try {
      const moved = await get('/holdfast');
      expect([moved.status, new URL(moved.location ?? '', url).pathname]).toEqual([301, '/holdfast/']);
      const headers = { ...expected(), ...ASKED_AGAIN };
      expect(await get('/holdfast/')).toMatchObject({ status: 200, type: 'text/html', headers });
      for (const [name, type] of [
        ['assets/app-1.js', 'text/javascript'],
        ['assets/app-1.css', 'text/css'],
        ['assets/font-1.woff2', 'font/woff2'],
        ['manifest.webmanifest', 'application/manifest+json'],
      ] as const)
        expect(await get(`/holdfast/${name}`)).toMatchObject({ status: 200, type, headers });
      expect(await get('/holdfast/assets/app-1.js')).toMatchObject({ encoding: 'gzip', text: 'export {};' });
      const page = await get('/holdfast/capital-gains/simulate');
      expect(page).toMatchObject({ status: 404, type: 'text/html', headers, text: file('public/404.html') });
    } finally {
      await stop();
    }
  });
});
