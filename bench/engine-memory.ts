/** Run by the engine's benchmark in a process of its own; prints the most memory that it took, in kilobytes. */
import { computeGains } from '../domain/cgt/matching/compute.ts';
import { totalsByAccount } from '../domain/cgt/tax/year-totals.ts';
import { AS_OF, generatePortfolio, SEED } from './engine-portfolio.ts';

const [, , task, count = '0'] = process.argv;
const transactions = generatePortfolio(Number(count), 200, SEED);
const result = task === 'gains' ? computeGains({ transactions, assets: new Map(), asOf: AS_OF }) : null;
const years = result === null ? 0 : totalsByAccount(result).size;
if (task === 'gains' && years === 0) throw new Error('no gains were computed');
process.stdout.write(String(process.resourceUsage().maxRSS));
