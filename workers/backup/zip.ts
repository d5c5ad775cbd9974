/** Zip files (PKWARE APPNOTE 6.3), written and read with the platform's own deflate: names in UTF-8, no encryption, no Zip64. */

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the earliest day of the format: equal content makes equal files. */
const NO_DATE = 0x0021;
/** Entries and bytes beyond which a file is not read: no export is larger, and a zip can claim anything. */
const MOST_ENTRIES = 100_000;
const MOST_BYTES = 4 * 1024 * 1024 * 1024 - 1;

/** A file that is no zip, or a damaged one. */
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

/** Numbers of 2 or 4 bytes, least significant first. */
function numbers(...parts: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(parts.reduce((length, [, size]) => length + size, 0)));
  let at = 0;
  for (const [value, size] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** A zip of the entries, in their order. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = await through(bytes, new CompressionStream('deflate-raw'));
    const smaller = packed.length < bytes.length;
    const content = smaller ? packed : bytes;
    const text = new TextEncoder().encode(name);
    const facts = [
      [20, 2],
      [UTF8_NAMES, 2],
      [smaller ? DEFLATED : STORED, 2],
      [0, 2],
      [NO_DATE, 2],
      [crc32(bytes), 4],
      [content.length, 4],
      [bytes.length, 4],
      [text.length, 2],
      [0, 2],
    ] as const;
    parts.push(numbers([LOCAL, 4], ...facts), text, content);
    central.push(numbers([CENTRAL, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), text);
    offset += 30 + text.length + content.length;
  }
  const size = central.reduce((length, part) => length + part.length, 0);
  return new Blob(
    [
      ...parts,
      ...central,
      numbers([END, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [size, 4], [offset, 4], [0, 2]),
    ],
    { type: 'application/zip' },
  );
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
    throw error instanceof BadZip ? error : new BadZip('it is cut short');
  }
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xff_ff); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new BadZip('it is no zip');
}

/** Stops as soon as more comes out than the directory says. */
async function unpack(packed: Uint8Array<ArrayBuffer>, method: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new BadZip('it is packed in a way that is not known here');
  const out = new Uint8Array(size);
  let at = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out.subarray(0, at);
    if (at + value.length > size) throw new BadZip('it holds more than it says');
    out.set(value, at);
    at += value.length;
  }
}
