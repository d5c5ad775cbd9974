/** The pictures of the guide: WebP files in `docs/guide/pictures`, each in light and in dark colours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_SCALE } from './guide-scale.mjs';

const MOST_BYTES = 40_000;
const MOST_BYTES_TOGETHER = 500_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a WebP file, from its header; null if it is none that browsers write. */
function sizeOfWebp(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) % 0x4000, height: bytes.readUInt16LE(28) % 0x4000 };
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function readPicture(folder: string, file: string): PictureSize {
  const bytes = readFileSync(join(folder, file));
  if (bytes.length > MOST_BYTES)
    throw new Error(`docs/guide/pictures/${file} has ${bytes.length} bytes: ${MOST_BYTES} are allowed`);
  const size = sizeOfWebp(bytes);
  if (size === null) throw new Error(`docs/guide/pictures/${file} is not a WebP file`);
  return size;
}

/**
 * Checks the picture that an image in the guide names, and returns its size on the screen.
 * @param folder the folder of the pictures
 * @param name the file's name without its ending
 */
export function sizeOfPicture(folder: string, name: string): PictureSize {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));
  const pair = [`${name}.webp`, `${name}-dark.webp`];
  const missing = pair.find((file) => !files.includes(file));
  if (missing !== undefined) throw new Error(`docs/guide/pictures/${missing} does not exist`);
  const [light, dark] = pair.map((file) => readPicture(folder, file));
  if (light === undefined || light.width !== dark?.width || light.height !== dark.height)
    throw new Error(`docs/guide/pictures/${name}.webp and ${name}-dark.webp differ in size`);
  const together = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
  if (together > MOST_BYTES_TOGETHER)
    throw new Error(`docs/guide/pictures has ${together} bytes: ${MOST_BYTES_TOGETHER} are allowed`);
  return { width: Math.round(light.width / PICTURE_SCALE), height: Math.round(light.height / PICTURE_SCALE) };
}
