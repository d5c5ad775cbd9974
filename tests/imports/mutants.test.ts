/**
 * Changed files, from every sample: no change puts a wrong figure into a row that is chosen beforehand without a notice on that row.
 * A failure names its seed.
 */
import { expect, it } from 'vitest';
import { silentFaults } from './judge-mutant.ts';
import { BROKER_SAMPLES, prepare, tableOf } from './samples.ts';
import { whyUntellable } from './untellable.ts';
import { mutate, MUTANT_KINDS } from './mutate-file.ts';
import { picker } from './picker.ts';
import { runs } from '../runs.ts';

const samples = [
  ...BROKER_SAMPLES,
  ...['l22-header-case-and-space', 'v16-gbx-vs-gbp', 'v25-foreign-currency', 'l38-excel-saved-again'].map(
    (name) => `brokers/nasty/${name}.csv`,
  ),
  'samples/transactions-real.csv',
].flatMap((path) => {
  const read = tableOf(path);
  if (read === null) return [];
  // As many rows as any kind of change needs.
  const table = { ...read, rows: read.rows.slice(0, 60), lines: read.lines.slice(0, 60) };
  const original = prepare(table);
  if (original === null) return [];
  const names = new Map(original.rows.map(({ rowNumber, reading }) => [rowNumber, reading.assetName]));
  return [{ name: path.split('/').at(-1) ?? '', table, original, names }];
});

it('no changed file puts a wrong figure into a chosen row without a notice on it', () => {
  const { numRuns: wanted, seed } = runs(1000, 10_000);
  const pick = picker(seed);
  const silent: string[] = [];
  const untellable = new Map<string, number>();
  const kinds = new Set<string>();
  let made = 0;
  for (let round = 0; made < wanted && round < wanted * 40; round += 1) {
    const sample = samples[pick(samples.length)];
    const kind = MUTANT_KINDS[round % MUTANT_KINDS.length];
    if (sample === undefined || kind === undefined) continue;
    const mutant = mutate(sample.table, kind, pick, sample.names);
    const changed = mutant === null ? null : prepare(mutant.table);
    if (mutant === null) continue;
    made += 1;
    kinds.add(kind);
    if (changed === null) continue;
    const faults = silentFaults(sample.original, mutant, changed);
    if (faults.length === 0) continue;
    const reason = whyUntellable(
      sample.name,
      mutant,
      faults.map(({ type }) => type),
    );
    if (reason === null) silent.push(`${sample.name}: ${mutant.text} -> ${faults.map(({ text }) => text).join('; ')}`);
    else untellable.set(reason, (untellable.get(reason) ?? 0) + 1);
  }
  expect(made).toBe(wanted);
  expect(kinds.size).toBe(MUTANT_KINDS.length);
  expect(silent.slice(0, 60), `seed ${seed}`).toEqual([]);
  if (process.env['SOAK'] !== undefined)
    for (const [reason, count] of untellable)
      process.stdout.write(`${((count / made) * 100).toFixed(2)} % cannot be told: ${reason}\n`);
  // What cannot be told is a small part; a part that grows is a proof that was lost.
  expect([...untellable.values()].reduce((sum, count) => sum + count, 0) / made).toBeLessThan(0.06);
});
