/** The location of a bucket, from `RECEIPTS_S3_URL`. */
export interface Bucket {
  readonly name: string;
  /** The prefix of each name, with a slash at its end, or empty. */
  readonly prefix: string;
  readonly region: string;
  /** Null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null for the credentials of the environment (AWS_ACCESS_KEY_ID, a role of the machine …). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const DEFAULT_REGION = 'us-east-1';

/** Reads `s3://bucket/prefix?region=…` or `https://KEY:SECRET@host/bucket/prefix?region=…`; null for other text. */
export function readBucketUrl(text: string): Bucket | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^(?:s3|https?):$/u.test(url.protocol) || url.host === '') return null;
  const [first = '', ...rest] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeURIComponent(part));
  const amazon = url.protocol === 's3:';
  const [name, folders] = amazon ? [url.host, first === '' ? rest : [first, ...rest]] : [first, rest];
  if (!/^[\w.-]{3,63}$/u.test(name) || (url.username === '') !== (url.password === '')) return null;
  return {
    name,
    prefix: folders.length === 0 ? '' : `${folders.join('/')}/`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    endpoint: amazon ? null : `${url.protocol}//${url.host}`,
    credentials:
      url.username === ''
        ? null
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  };
}
