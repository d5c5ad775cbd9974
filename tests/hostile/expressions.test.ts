/** Every regular expression that may touch foreign text takes time that grows with its length alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where text comes from somebody else: files, requests, answers of other servers. */
const FOLDERS = ['domain', 'contract', 'workers', 'server/routes', 'server/auth', 'server/services', 'server/store'];
/** A literal after something that cannot end a value; ours all end in the flag u. */
const LITERAL =
  /(?<=[=(,:?|&![{}>]\s*|return\s)\/(?![*/\s])((?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\\[\n])+)\/([dgimsy]*u)(?!\w)/gu;
/** What is repeated. */
const PUMPS = [
  ' ',
  '0',
  'a',
  '.',
  '"',
  '/',
  ';',
  '@',
  ',',
  '-',
  '\n',
  ' 0',
  '0 ',
  'a ',
  ' a',
  '(p)',
  '@ 1 ',
  '\t,',
  '=0',
];
/** What stands before: the beginnings that expressions of broker files ask for. */
const STARTS = [
  '',
  'a',
  '1',
  'buy 1 ',
  'sold 1 ',
  'dividend ',
  'DIV: A',
  'close buy ',
  'name /',
  'B 1/1/2020 ',
  '1 Jan ',
  '<?xml ',
];
/** What makes the whole fail after all of it matched. */
const ENDS = ['\u0001', '\nx'];
const [SHORT, LONG] = [2500, 20_000];
/** Of processor time: below this a growth is not told from chance. A quadratic one takes hundreds. */
const NOTICEABLE_MS = 40;

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function timeOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.lastIndex = 0;
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A text to fail over, and the same with an eighth of the repetitions. */
interface Attack {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
  readonly long: string;
  readonly short: string;
}

const ATTACKS: readonly Attack[] = STARTS.flatMap((start) =>
  PUMPS.flatMap((pump) =>
    ENDS.map((end) => {
      const textOf = (length: number): string => start + pump.repeat(length / pump.length) + end;
      return { start, pump, end, long: textOf(LONG), short: textOf(SHORT) };
    }),
  ),
);

/** How much longer eight times the text takes; 0 where it is too quick to tell. */
function growth(pattern: RegExp, { long, short }: Attack): number {
  let took = timeOf(pattern, long);
  // The process does other things too: what is slow by itself is slow each time.
  for (let more = 0; took >= NOTICEABLE_MS && more < 4; more += 1) took = Math.min(took, timeOf(pattern, long));
  return took < NOTICEABLE_MS ? 0 : took / Math.max(timeOf(pattern, short), 0.5);
}

it('no regular expression backtracks over a long cell', () => {
  const patterns = new Map<string, RegExp>();
  for (const file of FOLDERS.flatMap(sourcesBelow))
    for (const [, source = '', flags = ''] of readFileSync(file, 'utf8').matchAll(LITERAL))
      patterns.set(`/${source}/${flags}`, new RegExp(source, flags));
  expect(patterns.size).toBeGreaterThan(150);
  const slow = [...patterns].flatMap(([name, pattern]) =>
    ATTACKS.map((attack) => ({ attack, grown: growth(pattern, attack) }))
      .filter(({ grown }) => grown > 20)
      .map(({ attack: { start, pump, end }, grown }) => ({ name, start, pump, end, grown })),
  );
  expect(slow).toEqual([]);
});
