/**
 * The publishers of funds' figures, by the fund's name, and the periods of the shipped figures (income/RULES.md 4.10).
 */
import type { IsoDate } from '../values/dates.ts';

interface Covered {
  /** The first and the last period end in the shipped figures; a test compares them. */
  readonly first: IsoDate;
  readonly last: IsoDate;
}

const covered = (first: string, last: string): Covered => ({ first: first as IsoDate, last: last as IsoDate });

interface Provider {
  /** The provider's own spelling. */
  readonly name: string;
  /** Null for a provider without shipped figures. */
  readonly covered: Covered | null;
}

/** The providers of the shipped figures, by their name in the file. */
export const COVERED_PROVIDERS = {
  blackrock: { name: 'BlackRock', covered: covered('2019-12-03', '2025-08-31') },
  invesco: { name: 'Invesco', covered: covered('2018-12-31', '2024-12-31') },
  ishares: { name: 'iShares', covered: covered('2018-02-28', '2025-07-31') },
  vanguard: { name: 'Vanguard', covered: covered('2018-06-30', '2025-06-30') },
  xtrackers: { name: 'Xtrackers', covered: covered('2024-12-31', '2024-12-31') },
} as const satisfies Readonly<Record<string, Provider>>;

/** Other providers that a fund's name may contain, for telling the user where to look. */
const OTHER_NAMES = [
  'Amundi',
  'BNP Paribas',
  'Fidelity',
  'Franklin',
  'HSBC',
  'JPMorgan',
  'L&G',
  'Lyxor',
  'PIMCO',
  'SPDR',
  'UBS',
  'VanEck',
  'WisdomTree',
];

const PROVIDERS: readonly Provider[] = [
  ...Object.values(COVERED_PROVIDERS),
  ...OTHER_NAMES.map((name) => ({ name, covered: null })),
];

/** The provider whose name is in a fund's name as separate words, or null. */
export function providerOf(fundName: string): Provider | null {
  const words = ` ${fundName.toLowerCase().replace(/[^a-z0-9&]+/gu, ' ')} `;
  return PROVIDERS.find(({ name }) => words.includes(` ${name.toLowerCase()} `)) ?? null;
}

/** A provider of the shipped figures in its own spelling; a user's own source as it was typed. */
export function providerName(provider: string): string {
  return Object.entries(COVERED_PROVIDERS).find(([key]) => key === provider)?.[1].name ?? provider;
}
