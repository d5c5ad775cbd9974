/**
 * Arrays of numbers and texts one after the other in one buffer, with a checksum that shows whether they are still
 * what was written.
 */

/** Every section begins at a multiple of this, as an array of 8-byte numbers must. */
const ALIGNMENT = 8;

const aligned = (size: number): number => Math.ceil(size / ALIGNMENT) * ALIGNMENT;

export class SectionWriter {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  add(part: Uint8Array | Uint16Array | Uint32Array | Float64Array): void {
    this.parts.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    this.size += aligned(part.byteLength);
  }

  /** All sections together. */
  bytes(): ArrayBuffer {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += aligned(part.byteLength);
    }
    return all.buffer;
  }
}

/** Reads sections in the order in which they were added; the arrays share the buffer. Throws a `RangeError` where it ends too soon. */
export class SectionReader {
  private readonly buffer: ArrayBuffer;
  private at = 0;

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
  }

  indexes(count: number): Uint16Array {
    return new Uint16Array(this.buffer, this.pass(count * Uint16Array.BYTES_PER_ELEMENT), count);
  }

  lengths(count: number): Uint32Array {
    return new Uint32Array(this.buffer, this.pass(count * Uint32Array.BYTES_PER_ELEMENT), count);
  }

  numbers(count: number): Float64Array {
    return new Float64Array(this.buffer, this.pass(count * Float64Array.BYTES_PER_ELEMENT), count);
  }

  text(size: number): string {
    // A byte order mark would be part of a text like any other character.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      new Uint8Array(this.buffer, this.pass(size), size),
    );
  }

  private pass(size: number): number {
    const { at } = this;
    this.at += aligned(size);
    return at;
  }
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A 32-bit checksum of whole sections (FNV-1a over 4-byte words). Nothing else would notice that the browser's file is
 * damaged.
 */
export function sumOf(bytes: ArrayBuffer): number {
  let sum = FNV_BASIS;
  const words = new Uint32Array(bytes);
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] ?? 0), FNV_PRIME);
  return sum >>> 0;
}
