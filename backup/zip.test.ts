import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { BadZip, readZip, writeZip, type ZipEntry } from './zip.ts';

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);
const ENTRIES: readonly ZipEntry[] = [
  { name: 'records.json', bytes: text('{"name":"Zoë"}'.repeat(5000)) },
  { name: 'csv/empty.csv', bytes: new Uint8Array() },
  { name: 'receipts/r1/Überweisung "März".PDF', bytes: Uint8Array.from({ length: 1000 }, (_, index) => index % 251) },
];
const written = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await writeZip(ENTRIES)).arrayBuffer());
const content = (entries: Iterable<readonly [string, Uint8Array]>) =>
  [...entries].map(([name, bytes]) => [name, [...bytes]]);
const EXPECTED = content(ENTRIES.map(({ name, bytes }) => [name, bytes]));

it('reads its own archives in order, and archives pass both ways between it and another program', async () => {
  const file = await written();
  expect(content(await readZip(file))).toEqual(EXPECTED);
  expect(content(Object.entries(unzipSync(file)))).toEqual(EXPECTED);
  const theirs = zipSync(Object.fromEntries(ENTRIES.map(({ name, bytes }) => [name, bytes])));
  expect(content(await readZip(theirs))).toEqual(EXPECTED);
});

it('compresses text, stores receipt files uncompressed, and makes equal files from equal content', async () => {
  const file = await written();
  expect(file.length).toBeLessThan(3000);
  expect(await written()).toEqual(file);
  expect(file.join()).toContain(ENTRIES[2]?.bytes.join());
});

it('refuses a file with a changed byte or a missing end', async () => {
  const file = await written();
  const changedAt = (place: number): Uint8Array<ArrayBuffer> =>
    file.map((byte, at) => (at === place ? byte ^ 1 : byte));
  // One byte in the deflated entry, after its local header and name, and one in the stored entry.
  const deflated = 30 + 'records.json'.length + 40;
  const stored = file.findIndex((_, at) => [0, 1, 2, 3, 4].every((step) => file[at + step] === step)) + 500;
  for (const place of [deflated, stored]) await expect(readZip(changedAt(place))).rejects.toThrow(BadZip);
  await expect(readZip(file.slice(0, -30))).rejects.toThrow('it is no zip');
  await expect(readZip(text('Date,Amount\n'))).rejects.toThrow('it is no zip');
});
