/** One process of the long run: plays its share of the histories and says how far it is. Started by scripts/soak.mjs. */
import { playHistories, type Mode } from './play-histories.ts';

const [mode = 'plain', seed = '1', count = '1'] = process.argv.slice(2);
/** Histories per server process: an extended one keeps every user it had. */
const PORTION = 500;

for (let done = 0, portion = 0; done < Number(count); portion += 1) {
  const size = Math.min(PORTION, Number(count) - done);
  await playHistories(mode as Mode, (Number(seed) + portion) % 2_147_483_647, size);
  done += size;
  process.stdout.write(`${mode} ${done}\n`);
}
