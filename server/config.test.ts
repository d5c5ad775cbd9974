import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { databaseUrlShown } from './database-url.ts';

function problems(environment: Record<string, string>): readonly string[] {
  const reading = readConfig(environment);
  return reading.ok ? [] : reading.problems;
}

describe('the configuration', () => {
  it('has defaults for everything', () => {
    const reading = readConfig({ DATABASE_URL: '' });
    expect(reading.ok && reading.config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      logLevel: 'info',
      registration: 'local',
      basePath: '/',
      publicUrl: 'http://localhost:8080/',
    });
  });

  it('asks for invitations as soon as the server can be reached from elsewhere', () => {
    for (const [HOST, mode] of [
      ['127.0.0.1', 'local'],
      ['::1', 'local'],
      ['0.0.0.0', 'invite'],
      ['192.168.1.2', 'invite'],
    ] as const) {
      const reading = readConfig({ HOST });
      expect(reading.ok && reading.config.registration).toBe(mode);
    }
    const proxied = readConfig({ PUBLIC_URL: 'https://example.org/' });
    expect(proxied.ok && proxied.config.registration).toBe('invite');
    const open = readConfig({
      HOST: '0.0.0.0',
      REGISTRATION: 'open',
      PORT: '9000',
      BASE_PATH: 'holdfast',
      PUBLIC_URL: 'https://example.org/holdfast',
    });
    expect(open.ok && open.config).toMatchObject({
      registration: 'open',
      basePath: '/holdfast/',
      publicUrl: 'https://example.org/holdfast/',
    });
  });

  it.each(['999.1.1.1', '127.0.0.1:80', 'a b', '[::1]'])('knows that HOST=%s is not an address', (HOST) => {
    expect(problems({ HOST })).toEqual([`HOST="${HOST}" is not valid: expected a host name or an address.`]);
  });

  it.each(['::1', 'fe80::1%eth0', 'localhost', 'holdfast_app', '10.0.0.1'])('accepts HOST=%s', (HOST) => {
    expect(problems({ HOST })).toEqual([]);
  });

  it.each([
    'postgres://u:sec#ret@host/db',
    'postgres://u:sec/ret@host/db',
    'postgres://u:12/ret@host/db',
    'postgres://u:12?ret@host/db',
    'postgres://u:12#ret@host/db',
    'postgres://u:secret@host:99999/db',
    'mysql://u:secret@host/db',
  ])('names DATABASE_URL without its password (%s)', (DATABASE_URL) => {
    const [problem = '', ...others] = problems({ DATABASE_URL });
    expect([problem.startsWith('DATABASE_URL is not valid: expected postgres://'), others]).toEqual([true, []]);
    expect(problem).not.toMatch(/sec|ret@/u);
  });

  it.each([
    ['postgres://u:secret@host:5433/db?sslpassword=secret', 'postgres://u@host:5433/db'],
    ['postgresql://u:secret@/db?host=/run/secret', 'postgresql://u@/db'],
    ['postgres://host', 'postgres://host'],
  ])('shows %s as %s', (given, shown) => {
    expect(problems({ DATABASE_URL: given })).toEqual([]);
    expect(databaseUrlShown(given)).toBe(shown);
  });

  it('names every bad value in a line of its own', () => {
    expect(
      problems({
        PORT: '80a',
        LOG_LEVEL: 'loud',
        REGISTRATION: 'maybe',
        DATABASE_URL: 'mysql://x',
        CLIENT_DIR: '/no/such/folder',
        BASE_PATH: '/a b/',
        HOST: 'a b',
        PUBLIC_URL: 'ftp://x',
        TRUST_PROXY: 'everyone',
      }),
    ).toEqual([
      'PORT="80a" is not valid: expected a number from 0 to 65535.',
      'HOST="a b" is not valid: expected a host name or an address.',
      'DATABASE_URL is not valid: expected postgres://user:password@host/database, or nothing for the SQLite file.',
      'CLIENT_DIR="/no/such/folder" is not valid: there is no such folder.',
      'BASE_PATH="/a b/" is not valid: expected a path such as /holdfast/.',
      'PUBLIC_URL="ftp://x" is not valid: expected http(s)://host/path.',
      'TRUST_PROXY="everyone" is not valid: expected loopback, linklocal, uniquelocal, or addresses, separated by commas.',
      'LOG_LEVEL="loud" is not valid: expected silent, fatal, error, warn, info, debug, trace.',
      'REGISTRATION="maybe" is not valid: expected open, invite, closed.',
    ]);
    expect(problems({ PORT: '65536' })).toHaveLength(1);
  });

  it('reads where prices are fetched, and when', () => {
    const market = (environment: Record<string, string>) => {
      const reading = readConfig(environment);
      return reading.ok ? reading.config.market : reading.problems;
    };
    expect(market({})).toMatchObject({
      dailyAt: 22 * 60 + 30,
      ratesUrl: new URL('https://open.er-api.com/v6/latest/USD'),
    });
    expect(
      market({
        LSE_URL: 'http://127.0.0.1:9/lse',
        FT_URL: 'https://ft.example/data/',
        EXCHANGE_RATES_URL: 'off',
        DAILY_FETCH_TIME: '00:05',
      }),
    ).toEqual({
      lseUrl: new URL('http://127.0.0.1:9/lse/'),
      ftUrl: new URL('https://ft.example/data/'),
      ratesUrl: null,
      dailyAt: 5,
    });
    expect(market({ DAILY_FETCH_TIME: 'off' })).toMatchObject({ dailyAt: null });
    expect(
      market({
        DAILY_FETCH_TIME: '24:00',
        EXCHANGE_RATES_URL: 'rates.example?app_id=hidden',
        LSE_URL: 'file:///etc/passwd',
      }),
    ).toEqual([
      'DAILY_FETCH_TIME="24:00" is not valid: expected a time in London such as 22:30, or off.',
      'LSE_URL is not valid: expected http(s)://host/path.',
      'EXCHANGE_RATES_URL is not valid: expected http(s)://host/path.',
    ]);
  });

  it('reads where receipts lie, and never shows the secret', () => {
    const bucket = (RECEIPTS_S3_URL: string) => {
      const reading = readConfig({ RECEIPTS_S3_URL });
      return reading.ok ? reading.config.receiptsBucket : reading.problems;
    };
    expect(bucket('https://KEY:s%2Fcret@s3.example.org:9000/bucket/a/b?region=eu-west-2')).toEqual({
      name: 'bucket',
      prefix: 'a/b/',
      region: 'eu-west-2',
      endpoint: 'https://s3.example.org:9000',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 's/cret' },
    });
    expect(bucket('s3://bucket/receipts')).toEqual({
      name: 'bucket',
      prefix: 'receipts/',
      region: 'us-east-1',
      endpoint: null,
      credentials: null,
    });
    expect(bucket('s3://bucket')).toMatchObject({ name: 'bucket', prefix: '' });
    for (const text of [
      'bucket',
      'ftp://KEY:hidden@host/bucket',
      'https://KEY:hidden@host',
      'https://hidden@host/bucket',
      'https://KEY:hidden@host/b',
      's3://',
    ]) {
      expect(bucket(text)).toEqual([
        'RECEIPTS_S3_URL is not valid: expected s3://bucket/prefix?region=… or https://KEY:SECRET@host/bucket/prefix.',
      ]);
    }
    expect(problems({ RECEIPTS_QUOTA_MB: '0' })).toEqual([
      'RECEIPTS_QUOTA_MB="0" is not valid: expected a whole number of megabytes.',
    ]);
  });

  it('believes only the proxies that are named', () => {
    for (const [text, trusted] of [
      ['', false],
      ['loopback', ['loopback']],
      ['10.0.0.1, fd00::/8', ['10.0.0.1', 'fd00::/8']],
    ] as const) {
      const reading = readConfig({ TRUST_PROXY: text });
      expect(reading.ok && reading.config.trustProxy).toEqual(trusted);
    }
  });

  it('is described in docs/server.md, every variable of it', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const read = readdirSync(folder)
      .filter((name) => /^[a-z-]*(?:config|url)\.ts$/u.test(name))
      .map((name) => readFileSync(resolve(folder, name), 'utf8'))
      .join('');
    const names = new Set(
      [...read.matchAll(/\b(?:given|choice|address|folder)\('([A-Z][A-Z\d_]+)'/gu)].map(([, name]) => name ?? ''),
    );
    const page = readFileSync(resolve(folder, '..', 'docs', 'server.md'), 'utf8');
    expect(names.size).toBeGreaterThan(12);
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
