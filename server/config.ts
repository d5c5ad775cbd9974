/** The server's configuration: read once from the environment; every invalid value is named in one line. */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUrlProblem } from './database-url.ts';
import { isLoopback } from './loopback.ts';
import { readBucketUrl, type Bucket } from './bucket-url.ts';
import { readOperations, type OperationsConfig } from './operations-config.ts';

/** The limits of one heavy request. */
export interface HeavyLimits {
  /** The most threads. */
  readonly threads: number;
  /** The milliseconds that a request may compute. */
  readonly deadline: number;
  /** Megabytes of heap. */
  readonly memory: number;
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;
/** `local` is the default: a browser on this machine may register freely, everybody else by invitation. */
type RegistrationMode = (typeof REGISTRATION_MODES)[number] | 'local';

export interface Config extends OperationsConfig {
  readonly port: number;
  readonly host: string;
  /** The folder with the SQLite file, the token key and the mail outbox. */
  readonly dataDir: string;
  /** `postgres://…`, or null for the SQLite file in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly logLevel: LogLevel;
  readonly registration: RegistrationMode;
  /** The built PWA; when it does not exist, only the API is served. */
  readonly clientDir: string;
  /** The path under which everything is served, with a slash at both ends. */
  readonly basePath: string;
  /** The app's address for users, with a slash at the end; links in mails always start with it. */
  readonly publicUrl: string;
  /** False to trust no X-Forwarded-For, or the addresses of proxies whose header is trusted. */
  readonly trustProxy: false | string[];
  /** The storage of receipts; null for the data folder, or for the database when that is PostgreSQL. */
  readonly receiptsBucket: Bucket | null;
  /** The most records of one user in total. */
  readonly recordsQuota: number;
  /** The most bytes of one user's receipts in total. */
  readonly receiptsQuota: number;
  readonly market: MarketConfig;
  /** The limits of one heavy request. */
  readonly heavy: HeavyLimits;
}

/** The sources of prices and rates, and the time of the daily fetch. */
interface MarketConfig {
  /** Ends where the ticker begins. */
  readonly lseUrl: URL;
  /** Ends before the kind of page. */
  readonly ftUrl: URL;
  /** Null when exchange rates are not fetched. */
  readonly ratesUrl: URL | null;
  /** Minutes since midnight in London; null without a daily fetch. */
  readonly dailyAt: number | null;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Names for ranges of addresses. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The built client next to this file: in dist for the bundle, or in the sources' build folder. */
function builtClient(): string {
  const besideBundle = fileURLToPath(new URL('../client', import.meta.url));
  return existsSync(besideBundle) ? besideBundle : fileURLToPath(new URL('../dist/client', import.meta.url));
}

/** A path with a slash at both ends, or null when it is not a plain path. */
function readBasePath(text: string): string | null {
  const path = `/${text.replace(/^\/+|\/+$/gu, '')}/`.replace('//', '/');
  return /^\/(?:[\w.~-]+\/)*$/u.test(path) ? path : null;
}

const LSE_URL = 'https://api.londonstockexchange.com/api/gw/lse/instruments/alldata/';
const FT_URL = 'https://markets.ft.com/data/';
const RATES_URL = 'https://open.er-api.com/v6/latest/USD';
const DAILY_AT = '22:30';
const OFF = 'off';

function readMarket(given: (name: string) => string | undefined, problems: string[]): MarketConfig {
  const address = (name: string, fallback: string): URL => {
    const text = given(name) ?? fallback;
    if (URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)) return new URL(text);
    // The value may contain a key, so it is not shown.
    problems.push(`${name} is not valid: expected http(s)://host/path.`);
    return new URL(fallback);
  };
  const folder = (name: string, fallback: string): URL => {
    const url = address(name, fallback);
    return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
  };
  const time = given('DAILY_FETCH_TIME') ?? DAILY_AT;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(time) ?? [];
  if (time !== OFF && hour === undefined)
    problems.push(`DAILY_FETCH_TIME="${time}" is not valid: expected a time in London such as 22:30, or off.`);
  return {
    lseUrl: folder('LSE_URL', LSE_URL),
    ftUrl: folder('FT_URL', FT_URL),
    ratesUrl: given('EXCHANGE_RATES_URL') === OFF ? null : address('EXCHANGE_RATES_URL', RATES_URL),
    dailyAt: hour === undefined ? null : Number(hour) * 60 + Number(minute),
  };
}

function readHeavyLimits(given: (name: string) => string | undefined, problems: string[]): HeavyLimits {
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const text = given(name) ?? String(fallback);
    const value = /^\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    problems.push(`${name}="${text}" is not valid: expected a whole number from ${least} to ${most}.`);
    return fallback;
  };
  return {
    threads: whole('HEAVY_THREADS', 2, 1, 64),
    deadline: whole('HEAVY_SECONDS', 60, 1, 3600) * 1000,
    memory: whole('HEAVY_MEMORY_MB', 320, 64, 65_536),
  };
}

/** True for an address, or a name that is not meant as one; a port belongs into PORT. */
function isHost(text: string): boolean {
  return isIP(text) > 0 || (/^[\w.-]+$/u.test(text) && !/^[\d.]+$/u.test(text));
}

/** Reads the environment; an empty variable counts as absent. */
export function readConfig(environment: Environment): ConfigReading {
  const problems: string[] = [];
  const given = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  const choice = <V extends string>(name: string, options: readonly V[], fallback: V): V => {
    const text = given(name);
    const found = options.find((option) => option === text);
    if (text !== undefined && found === undefined)
      problems.push(`${name}="${text}" is not valid: expected ${options.join(', ')}.`);
    return found ?? fallback;
  };

  const portText = given('PORT') ?? '8080';
  const port = /^\d{1,5}$/u.test(portText) ? Number(portText) : -1;
  if (port < 0 || port > 65_535) problems.push(`PORT="${portText}" is not valid: expected a number from 0 to 65535.`);

  const host = given('HOST') ?? '127.0.0.1';
  if (!isHost(host)) problems.push(`HOST="${host}" is not valid: expected a host name or an address.`);

  const databaseUrl = given('DATABASE_URL') ?? null;
  const databaseProblem = databaseUrl === null ? null : databaseUrlProblem(databaseUrl);
  if (databaseProblem !== null) problems.push(databaseProblem);

  const clientDir = given('CLIENT_DIR');
  if (clientDir !== undefined && !existsSync(clientDir))
    problems.push(`CLIENT_DIR="${clientDir}" is not valid: there is no such folder.`);

  const basePathText = given('BASE_PATH') ?? '/';
  const basePath = readBasePath(basePathText);
  if (basePath === null) problems.push(`BASE_PATH="${basePathText}" is not valid: expected a path such as /holdfast/.`);

  const localName = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const operations = readOperations(given, (text) => {
    problems.push(text);
  });
  const publicUrl =
    given('PUBLIC_URL') ?? `${operations.tls === null ? 'http' : 'https'}://${localName}:${port}${basePath ?? '/'}`;
  if (given('PUBLIC_URL') !== undefined && !/^https?:\/\/[^\s?#]+$/u.test(publicUrl))
    problems.push(`PUBLIC_URL="${publicUrl}" is not valid: expected http(s)://host/path.`);

  const trusted = (given('TRUST_PROXY') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (
    !trusted.every(
      (entry) => PROXY_NAMES.has(entry) || /^[\d.]+(?:\/\d+)?$|^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/iu.test(entry),
    )
  ) {
    problems.push(
      `TRUST_PROXY="${given('TRUST_PROXY') ?? ''}" is not valid: expected loopback, linklocal, uniquelocal, or addresses, separated by commas.`,
    );
  }

  const bucketText = given('RECEIPTS_S3_URL');
  const receiptsBucket = bucketText === undefined ? null : readBucketUrl(bucketText);
  // The value contains a secret, so it is not shown.
  if (bucketText !== undefined && receiptsBucket === null)
    problems.push(
      'RECEIPTS_S3_URL is not valid: expected s3://bucket/prefix?region=… or https://KEY:SECRET@host/bucket/prefix.',
    );

  const quotaText = given('RECEIPTS_QUOTA_MB') ?? '1024';
  if (!/^[1-9]\d{0,6}$/u.test(quotaText))
    problems.push(`RECEIPTS_QUOTA_MB="${quotaText}" is not valid: expected a whole number of megabytes.`);

  const recordsText = given('RECORDS_QUOTA') ?? '500000';
  if (!/^[1-9]\d{2,8}$/u.test(recordsText))
    problems.push(`RECORDS_QUOTA="${recordsText}" is not valid: expected a whole number from 100 to 999999999.`);

  const market = readMarket(given, problems);
  const logLevel = choice('LOG_LEVEL', LOG_LEVELS, 'info');
  const isLocal = isLoopback(host) && URL.canParse(publicUrl) && isLoopback(new URL(publicUrl).hostname);
  const registration =
    given('REGISTRATION') === undefined
      ? isLocal
        ? 'local'
        : 'invite'
      : choice('REGISTRATION', REGISTRATION_MODES, 'invite');
  const heavy = readHeavyLimits(given, problems);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    config: {
      ...operations,
      port,
      host,
      databaseUrl,
      logLevel,
      registration,
      heavy,
      receiptsBucket,
      market,
      recordsQuota: Number(recordsText),
      receiptsQuota: Number(quotaText) * 1024 * 1024,
      dataDir: resolve(given('DATA_DIR') ?? 'data'),
      clientDir: resolve(clientDir ?? builtClient()),
      basePath: basePath ?? '/',
      trustProxy: trusted.length === 0 ? false : trusted,
      publicUrl: publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`,
    },
  };
}
