/** What the build refuses of the guide's pictures. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readGuidePage } from '../../scripts/guide-plugin.ts';

const SOURCE = 'docs/guide/pictures';
const NAME = 'gains-disposal';

let pictures = '';
beforeEach(() => {
  pictures = mkdtempSync(join(tmpdir(), 'holdfast-pictures-'));
  for (const file of [`${NAME}.webp`, `${NAME}-dark.webp`]) copyFileSync(join(SOURCE, file), join(pictures, file));
});
afterEach(() => {
  rmSync(pictures, { recursive: true });
});

const read = async (image: string) => await readGuidePage(`# Gains\n\n${image}\n`, { page: 'gains', pictures });
const IMAGE = `![The workings of a sale](pictures/${NAME}.webp)`;

it('the build of the guide reads an image as a picture with its text and its size on the screen', async () => {
  const { blocks } = await read(IMAGE);
  expect(blocks).toEqual([
    { kind: 'picture', name: NAME, text: 'The workings of a sale', width: 390, height: expect.any(Number) },
  ]);
});

it('the build of the guide refuses an image without alternative text', async () => {
  await expect(read(`![](pictures/${NAME}.webp)`)).rejects.toThrow(
    `docs/guide/gains.md: the image "pictures/${NAME}.webp" has no alternative text`,
  );
});

it('the build of the guide refuses an image that does not exist', async () => {
  await expect(read('![A sale](pictures/sale.webp)')).rejects.toThrow('docs/guide/pictures/sale.webp does not exist');
});

it.each(['../capital-gains.png', 'https://example.org/a.webp', 'pictures/../a.webp', `pictures/${NAME}-dark.webp`])(
  'the build of the guide refuses the image %s, which is not a light picture of the folder',
  async (address) => {
    await expect(read(`![A sale](${address})`)).rejects.toThrow('is not a light picture in docs/guide/pictures');
  },
);

it('the build of the guide refuses an image within a line', async () => {
  await expect(read(`See ${IMAGE}`)).rejects.toThrow('Markdown of the kind "image" is not shown in the app');
});

it('the build of the guide refuses a picture without its dark half, or with one of another size', async () => {
  const dark = join(pictures, `${NAME}-dark.webp`);
  const bytes = readFileSync(dark);
  rmSync(dark);
  await expect(read(IMAGE)).rejects.toThrow(`docs/guide/pictures/${NAME}-dark.webp does not exist`);
  // The height follows the width in the header.
  bytes.writeUInt16LE(bytes.readUInt16LE(28) + 1, 28);
  writeFileSync(dark, bytes);
  await expect(read(IMAGE)).rejects.toThrow('differ in size');
});

it('the build of the guide refuses a file that is not WebP', async () => {
  writeFileSync(join(pictures, `${NAME}.webp`), 'a picture');
  await expect(read(IMAGE)).rejects.toThrow(`docs/guide/pictures/${NAME}.webp is not a WebP file`);
});

it('the build of the guide refuses a picture of more than 40 kB, and pictures of more than 500 kB together', async () => {
  const bytes = readFileSync(join(pictures, `${NAME}.webp`));
  for (let number = 1; number <= 13; number += 1)
    writeFileSync(join(pictures, `other-${number}.webp`), Buffer.alloc(40_000));
  await expect(read(IMAGE)).rejects.toThrow(/^docs\/guide\/pictures has \d+ bytes: 500000 are allowed$/u);
  writeFileSync(join(pictures, `${NAME}.webp`), Buffer.concat([bytes, Buffer.alloc(40_001 - bytes.length)]));
  await expect(read(IMAGE)).rejects.toThrow(`docs/guide/pictures/${NAME}.webp has 40001 bytes: 40000 are allowed`);
});

it('the guide shows every picture of its folder', () => {
  const text = readdirSync('docs/guide')
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join('docs/guide', file), 'utf8'))
    .join('\n');
  const light = readdirSync(SOURCE).filter((file) => !file.endsWith('-dark.webp'));
  expect(light.length).toBeGreaterThan(7);
  expect(light.filter((file) => !text.includes(`](pictures/${file})`))).toEqual([]);
});
