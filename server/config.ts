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
/** An address, or a range of them such as 10.0.0.0/8. */
const ADDRESS_RANGE = /^[\d.]+(?:\/\d+)?$|^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/iu;

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
const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)$/u;
const OFF = 'off';

/** The variables of the environment, of which an empty one counts as absent, and what is wrong with them. */
class Variables {
  readonly problems: string[] = [];
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  given(name: string): string | undefined {
    return this.environment[name] === '' ? undefined : this.environment[name];
  }

  /** The text of a variable, or the fallback where it is absent; says what is expected of one that is not valid. */
  text(name: string, fallback: string, isValid: (text: string) => boolean, expected: string): string {
    const text = this.given(name) ?? fallback;
    if (!isValid(text)) this.problems.push(`${name}="${text}" is not valid: expected ${expected}.`);
    return text;
  }

  choice<V extends string>(name: string, options: readonly V[], fallback: V): V {
    const text = this.text(name, fallback, (given) => options.some((option) => option === given), options.join(', '));
    return options.find((option) => option === text) ?? fallback;
  }

  wholeNumber(name: string, fallback: number, least: number, most: number): number {
    const isValid = (text: string): boolean => /^\d{1,6}$/u.test(text) && Number(text) >= least && Number(text) <= most;
    return Number(this.text(name, String(fallback), isValid, `a whole number from ${least} to ${most}`));
  }
}

function readMarket(variables: Variables): MarketConfig {
  const address = (name: string, fallback: string): URL => {
    const text = variables.given(name) ?? fallback;
    if (URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)) return new URL(text);
    // The value may contain a key, so it is not shown.
    variables.problems.push(`${name} is not valid: expected http(s)://host/path.`);
    return new URL(fallback);
  };
  const folder = (name: string, fallback: string): URL => {
    const url = address(name, fallback);
    return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
  };
  const time = variables.text(
    'DAILY_FETCH_TIME',
    DAILY_AT,
    (text) => text === OFF || CLOCK_TIME.test(text),
    'a time in London such as 22:30, or off',
  );
  const [, hour, minute] = CLOCK_TIME.exec(time) ?? [];
  return {
    lseUrl: folder('LSE_URL', LSE_URL),
    ftUrl: folder('FT_URL', FT_URL),
    ratesUrl: variables.given('EXCHANGE_RATES_URL') === OFF ? null : address('EXCHANGE_RATES_URL', RATES_URL),
    dailyAt: hour === undefined ? null : Number(hour) * 60 + Number(minute),
  };
}

function readHeavyLimits(variables: Variables): HeavyLimits {
  return {
    threads: variables.wholeNumber('HEAVY_THREADS', 2, 1, 64),
    deadline: variables.wholeNumber('HEAVY_SECONDS', 60, 1, 3600) * 1000,
    memory: variables.wholeNumber('HEAVY_MEMORY_MB', 320, 64, 65_536),
  };
}

function readBucket(variables: Variables): Bucket | null {
  const text = variables.given('RECEIPTS_S3_URL');
  const bucket = text === undefined ? null : readBucketUrl(text);
  // The value contains a secret, so it is not shown.
  if (text !== undefined && bucket === null)
    variables.problems.push(
      'RECEIPTS_S3_URL is not valid: expected s3://bucket/prefix?region=… or https://KEY:SECRET@host/bucket/prefix.',
    );
  return bucket;
}

function readTrustedProxies(variables: Variables): Config['trustProxy'] {
  const entriesOf = (text: string): string[] =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  const text = variables.text(
    'TRUST_PROXY',
    '',
    (given) => entriesOf(given).every((entry) => PROXY_NAMES.has(entry) || ADDRESS_RANGE.test(entry)),
    'loopback, linklocal, uniquelocal, or addresses, separated by commas',
  );
  const trusted = entriesOf(text);
  return trusted.length === 0 ? false : trusted;
}

/** True for an address, or a name that is not meant as one; a port belongs into PORT. */
function isHost(text: string): boolean {
  return isIP(text) > 0 || (/^[\w.-]+$/u.test(text) && !/^[\d.]+$/u.test(text));
}

/** Reads the environment; an empty variable counts as absent. */
export function readConfig(environment: Environment): ConfigReading {
  const variables = new Variables(environment);
  const { problems } = variables;
  const given = (name: string): string | undefined => variables.given(name);

  const isPort = (text: string): boolean => /^\d{1,5}$/u.test(text) && Number(text) <= 65_535;
  const port = Number(variables.text('PORT', '8080', isPort, 'a number from 0 to 65535'));
  const host = variables.text('HOST', '127.0.0.1', isHost, 'a host name or an address');

  const databaseUrl = given('DATABASE_URL') ?? null;
  const databaseProblem = databaseUrl === null ? null : databaseUrlProblem(databaseUrl);
  if (databaseProblem !== null) problems.push(databaseProblem);

  const clientDir = given('CLIENT_DIR');
  if (clientDir !== undefined && !existsSync(clientDir))
    problems.push(`CLIENT_DIR="${clientDir}" is not valid: there is no such folder.`);

  const isBasePath = (text: string): boolean => readBasePath(text) !== null;
  const basePath = readBasePath(variables.text('BASE_PATH', '/', isBasePath, 'a path such as /holdfast/')) ?? '/';

  const operations = readOperations(given, (text) => {
    problems.push(text);
  });
  const localName = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const publicUrl = variables.text(
    'PUBLIC_URL',
    `${operations.tls === null ? 'http' : 'https'}://${localName}:${port}${basePath}`,
    (text) => given('PUBLIC_URL') === undefined || /^https?:\/\/[^\s?#]+$/u.test(text),
    'http(s)://host/path',
  );
  const isLocal = isLoopback(host) && URL.canParse(publicUrl) && isLoopback(new URL(publicUrl).hostname);

  const trustProxy = readTrustedProxies(variables);
  const receiptsBucket = readBucket(variables);
  const isQuota = (text: string): boolean => /^[1-9]\d{0,6}$/u.test(text);
  const receiptsQuota = variables.text('RECEIPTS_QUOTA_MB', '1024', isQuota, 'a whole number of megabytes');
  const isCount = (text: string): boolean => /^[1-9]\d{2,8}$/u.test(text);
  const recordsQuota = variables.text('RECORDS_QUOTA', '500000', isCount, 'a whole number from 100 to 999999999');
  const market = readMarket(variables);
  const logLevel = variables.choice('LOG_LEVEL', LOG_LEVELS, 'info');
  const registration =
    given('REGISTRATION') === undefined && isLocal
      ? 'local'
      : variables.choice('REGISTRATION', REGISTRATION_MODES, 'invite');
  const heavy = readHeavyLimits(variables);
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
      basePath,
      trustProxy,
      recordsQuota: Number(recordsQuota),
      receiptsQuota: Number(receiptsQuota) * 1024 * 1024,
      dataDir: resolve(given('DATA_DIR') ?? 'data'),
      clientDir: resolve(clientDir ?? builtClient()),
      publicUrl: publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`,
    },
  };
}
