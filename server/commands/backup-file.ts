/** Backups as files: gzip, readable by the owner only, either complete or absent. */
import { constants } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readHeader, restoreBackup, writeBackup, type StoredFiles } from '../store/upkeep/backup.ts';
import type { Store } from '../store/database/store.ts';

/**
 * Writes a backup to another name first and renames it when it is complete. Returns the number of rows; `missing` is
 * called with each missing file.
 */
export async function backUpTo(
  store: Store,
  files: StoredFiles,
  file: string,
  madeAt: string,
  missing?: (name: string) => void,
): Promise<number> {
  const partial = `${file}.part`;
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(partial, { mode: 0o600 }));
  // A full disk must not end the process while rows are read; awaiting `written` throws the error.
  written.catch(() => undefined);
  try {
    const count = await writeBackup(
      store,
      files,
      madeAt,
      async (line) => {
        if (!gzip.write(`${line}\n`))
          await Promise.race([
            new Promise((resolve) => {
              gzip.once('drain', resolve);
            }),
            written,
          ]);
      },
      missing,
    );
    gzip.end();
    await written;
    const handle = await open(partial, 'r');
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    return count;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

/** The lines of a gzip file. Throws when it cannot be read to its end, or ends within a line. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  const text = createGunzip();
  const feeding = pipeline(createReadStream(file), text);
  feeding.catch(() => undefined);
  const decoder = new TextDecoder();
  let line: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    const [first = '', ...others] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    line.push(first);
    length += first.length;
    if (length > constants.MAX_STRING_LENGTH) throw new Error('the backup is damaged: a line is too long to be read');
    for (const next of others) {
      yield line.join('');
      line = [next];
      length = next.length;
    }
  }
  await feeding;
  if (length > 0) throw new Error('the backup is damaged: it ends within a line');
}

/** The header of a backup; null where the file has none. Throws when the file cannot be read. */
async function headerOf(lines: AsyncGenerator<string, void>): Promise<ReturnType<typeof readHeader>> {
  try {
    const first = await lines.next();
    return first.done === true ? null : readHeader(first.value);
  } catch (error) {
    // The file is not compressed with gzip.
    if (error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR') return null;
    throw error;
  }
}

/**
 * Replaces the whole database by a backup. Returns the number of rows and the time of the backup. Throws for any other
 * file.
 */
export async function restoreFrom(
  store: Store,
  files: StoredFiles,
  file: string,
  serverEpoch: string,
): Promise<{ readonly rows: number; readonly madeAt: string }> {
  const lines = linesOf(file);
  const header = await headerOf(lines);
  if (header === null)
    throw new Error(`${file} is not a backup of a server: expected a file that holdfast backup has written`);
  return { rows: await restoreBackup(store, files, header, lines, serverEpoch), madeAt: header.madeAt };
}
