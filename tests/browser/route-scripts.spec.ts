/** What a phone loads to show a screen. */
import { expect, test } from '@playwright/test';
import { compressedSize, pageFiles, scriptsBeyondShell } from './servers/built-scripts.ts';

const MOST_BYTES = 120_000;

test('no screen needs more than 120 kB of scripts beyond the shell', () => {
  const weights = pageFiles().map((page): [page: string, bytes: number] => [
    page,
    scriptsBeyondShell(page).reduce((sum, name) => sum + compressedSize(name), 0),
  ]);
  expect(weights.length).toBeGreaterThan(30);
  // Otherwise the imports were not found.
  expect(Math.max(...weights.map(([, bytes]) => bytes))).toBeGreaterThan(MOST_BYTES / 2);
  expect(weights.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
});
