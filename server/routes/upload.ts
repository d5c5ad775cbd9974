/** Reads a multipart request: one file and its text parts, within limits. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { done, fail, type Outcome } from '../outcome.ts';

/** What an import file may have (DECISIONS, Formats). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Upload {
  readonly file: UploadedFile;
  readonly fields: Readonly<Record<string, string>>;
  /** Of the content, not of the envelope: a repeated request has another boundary. */
  readonly digest: string;
}

/** Reads the parts; the file is the first under one of `partNames`. */
export async function readUpload(request: FastifyRequest, partNames: readonly string[]): Promise<Outcome<Upload>> {
  if (!request.isMultipart()) return fail('unsupportedMediaType', 'Send the file as multipart/form-data.');
  const parts = await readParts(request, partNames);
  if (parts === null) return fail('invalid', 'The upload could not be read.');
  const { file, fields } = parts;
  if (file === null) return fail('invalid', 'No file selected.');
  const hash = createHash('sha256').update(file.bytes);
  for (const [name, value] of Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(`\0${name}\0${value}`);
  return done({ file, fields, digest: hash.digest('base64') });
}

/** The parts, or null when the envelope is malformed. Throws the plugin's own error, with a status, where a limit is passed. */
async function readParts(request: FastifyRequest, partNames: readonly string[]): Promise<{ readonly file: UploadedFile | null; readonly fields: Record<string, string> } | null> {
  let file: UploadedFile | null = null;
  const fields: Record<string, string> = {};
  try {
    const parts: AsyncIterable<Multipart> = request.parts();
    for await (const part of parts) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (file === null && partNames.includes(part.fieldname)) file = { name: part.filename, bytes };
      } else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    return null;
  }
  return { file, fields };
}
