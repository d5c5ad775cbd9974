/** The file that most journeys import. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SAMPLE = fileURLToPath(new URL('../../fixtures/samples/transactions-real.csv', import.meta.url));

interface Summary {
  readonly disposals: number;
  /** Sums of what the disposals show, each to the penny. */
  readonly shown: { readonly gains: string; readonly losses: string; readonly net: string };
}

/** What a correct import and computation of the sample give. */
export const EXPECTED = JSON.parse(readFileSync(SAMPLE.replace('.csv', '.expected.json'), 'utf8')) as {
  readonly rows: number;
  readonly valid: number;
  readonly duplicates: number;
  readonly errors: number;
  readonly capitalGains: Readonly<Record<string, Readonly<Record<string, Summary>>>>;
};
