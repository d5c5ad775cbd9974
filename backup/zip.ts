/**
 * Zip files (PKWARE APPNOTE 6.3), with the platform's own deflate: names in UTF-8, no encryption, no Zip64. fflate
 * writes them; because it ignores checksums, they are read here.
 */
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const STORED = 0;
const DEFLATED = 8;
/** The earliest day of the format in any time zone, so that equal content gives equal files. */
const NO_DATE = new Date(1980, 0, 1);
/** The types of receipts, which are already compressed. */
const PACKED_ALREADY = /\.(?:pdf|jpe?g|png|gif|webp)$/iu;
/** The most entries and bytes that are read: no export is larger, and a zip can claim any size. */
const MOST_ENTRIES = 100_000;
const MOST_BYTES = 4 * 1024 * 1024 * 1024 - 1;

/** A file that is not a zip, or a damaged one. */
export class BadZip extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadZip';
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/**
 * An entry compressed by the platform: fflate's own deflate takes twice as long, in this thread, and compresses less.
 */
class DeflatedFile extends ZipPassThrough {
  private readonly packed: Uint8Array<ArrayBuffer>;

  constructor(name: string, packed: Uint8Array<ArrayBuffer>) {
    super(name);
    this.compression = DEFLATED;
    this.packed = packed;
  }

  protected override process(_bytes: Uint8Array, final: boolean): void {
    this.ondata(null, this.packed, final);
  }
}

/** A zip of the entries, in their order; files of receipts are stored as they are. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error !== null) throw error;
    parts.push(part);
  });
  for (const { name, bytes } of entries) {
    const file = PACKED_ALREADY.test(name)
      ? new ZipPassThrough(name)
      : new DeflatedFile(name, await through(bytes, new CompressionStream('deflate-raw')));
    file.mtime = NO_DATE;
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

/** The entries of a zip, each checked against its checksum. Throws `BadZip`. */
export async function readZip(file: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  try {
    for (let index = 0; index < Math.min(count, MOST_ENTRIES); index += 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw new BadZip('its directory is damaged');
      const [method, crc, packed, size] = [
        view.getUint16(at + 10, true),
        view.getUint32(at + 16, true),
        view.getUint32(at + 20, true),
        view.getUint32(at + 24, true),
      ];
      const [nameLength, extra, comment, local] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true),
        view.getUint16(at + 32, true),
        view.getUint32(at + 42, true),
      ];
      const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength));
      total += size;
      if (total > MOST_BYTES) throw new BadZip('it is too large');
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const bytes = await unpack(file.slice(start, start + packed), method, size);
      if (bytes.length !== size || crc32(bytes) !== crc) throw new BadZip(`${name} is damaged`);
      entries.set(name, bytes);
      at += 46 + nameLength + extra + comment;
    }
  } catch (error) {
    throw error instanceof BadZip ? error : new BadZip('it is incomplete');
  }
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xff_ff); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new BadZip('it is no zip');
}

/** Stops as soon as the output exceeds the size in the directory. */
async function unpack(packed: Uint8Array<ArrayBuffer>, method: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new BadZip('it uses an unsupported compression method');
  const out = new Uint8Array(size);
  let at = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out.subarray(0, at);
    if (at + value.length > size) throw new BadZip('it contains more data than its directory states');
    out.set(value, at);
    at += value.length;
  }
}
