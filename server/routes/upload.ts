/** Reads a multipart request: one file and its text parts, within limits. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatBytes } from '../../domain/values/file-size.ts';
import type { UploadedFile } from '../heavy/task.ts';
import { done, fail, type Outcome } from '../outcome.ts';

/** The most bytes of an import file. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

export interface Upload {
  readonly file: UploadedFile;
  readonly fields: Readonly<Record<string, string>>;
  /** The digest of the content, not of the envelope: a repeated request has another boundary. */
  readonly digest: string;
}

const UNREADABLE = fail('invalid', 'The upload could not be read.');

/** Reads the parts; the file is the first one named by `partNames`, of at most `maxBytes`. */
export async function readUpload(
  request: FastifyRequest,
  partNames: readonly string[],
  maxBytes: number = MAX_FILE_BYTES,
): Promise<Outcome<Upload>> {
  if (!request.isMultipart()) return fail('unsupportedMediaType', 'Send the file as multipart/form-data.');
  let parts: Parts | null;
  try {
    parts = await readParts(request, partNames, maxBytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')) throw error;
    return fail('tooLarge', `File size exceeds ${formatBytes(maxBytes).replace('.00 ', ' ')} limit.`);
  }
  if (parts === null) return UNREADABLE;
  const { file, fields } = parts;
  if (file === null) return fail('invalid', 'No file selected.');
  const hash = createHash('sha256').update(file.bytes);
  for (const [name, value] of Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\0${name}\0${value}`);
  return done({ file, fields, digest: hash.digest('base64') });
}

/** The fields of a form without a file: multipart/form-data, or the same as JSON. */
export async function readForm(request: FastifyRequest): Promise<Outcome<unknown>> {
  if (!request.isMultipart()) return done(request.body);
  const parts = await readParts(request, [], 0);
  return parts === null ? UNREADABLE : done(parts.fields);
}

interface Parts {
  readonly file: UploadedFile | null;
  readonly fields: Record<string, string>;
}

/**
 * The parts, with line breaks as they were typed: a form sends each as CR LF (WHATWG, multipart/form-data). Null when
 * the envelope is malformed. Throws the plugin's own error, with a status, where a limit is exceeded.
 */
async function readParts(
  request: FastifyRequest,
  partNames: readonly string[],
  maxBytes: number,
): Promise<Parts | null> {
  let file: UploadedFile | null = null;
  const fields: Record<string, string> = {};
  try {
    const parts: AsyncIterable<Multipart> = request.parts({ limits: { fileSize: maxBytes } });
    const read = async (): Promise<boolean> => {
      for await (const part of parts) {
        if (part.type === 'file') {
          const bytes = await part.toBuffer();
          if (file === null && partNames.includes(part.fieldname)) file = { name: part.filename, bytes };
        } else if (typeof part.value === 'string') fields[part.fieldname] = part.value.replaceAll('\r\n', '\n');
      }
      return true;
    };
    if (!(await unlessStalled(request.raw, read()))) return null;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    return null;
  }
  return { file, fields };
}

const STALL_CHECK_MS = 500;
const STALLED_CHECKS = 3;

/**
 * The result of `reading`, or false once the parser stops taking data that has arrived: it waits forever in a part
 * without Content-Disposition. For a slow sender no data is waiting, and it is not cut off.
 */
async function unlessStalled(body: IncomingMessage, reading: Promise<boolean>): Promise<boolean> {
  let still = 0;
  let seen = 0;
  let seenBefore = -1;
  let timer: NodeJS.Timeout | undefined;
  // The parser's own pipe has already made the stream flow.
  body.on('data', (chunk: Buffer) => {
    seen += chunk.length;
  });
  const stalled = new Promise<boolean>((resolve) => {
    timer = setInterval(() => {
      // A connection that broke before the parser listened has told it nothing.
      const isHeldUp = body.destroyed || body.readableEnded || body.readableFlowing === false;
      still = isHeldUp && seen === seenBefore ? still + 1 : 0;
      seenBefore = seen;
      if (still < STALLED_CHECKS) return;
      // The rest is read and dropped, so that the reply can be sent on this connection.
      body.unpipe();
      body.resume();
      resolve(false);
    }, STALL_CHECK_MS);
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearInterval(timer);
    // The result is no longer needed.
    reading.catch(() => undefined);
  }
}
