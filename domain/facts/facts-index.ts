/**
 * The public facts shipped with the app: each file with its number of rows, source, licence, checksum and the day on
 * which it was read.
 */
import type { IsoDate } from '../values/dates.ts';

export type FactFile = 'excess-income' | 'monthly-rates' | 'etf-names' | 'isin-tickers';

export interface FactSource {
  /** Increases with each change of the file. */
  readonly version: number;
  /** The day on which it was added to this project. */
  readonly readOn: IsoDate;
  /** Lines below the header. */
  readonly rows: number;
  readonly source: string;
  readonly licence: string;
  /** SHA-256 of the file. */
  readonly checksum: string;
}

const CGT_CALC = 'MIT licence, Copyright (c) 2021 Ruslan Sayfutdinov (the notice is in domain/facts/README.md)';
const PROVIDERS =
  'reports that BlackRock, iShares, Vanguard, Invesco and Xtrackers publish each year, as compiled in cgt-calc';
const LISTS_READ = '2026-11-22' as IsoDate;
const FIGURES_READ = '2026-11-23' as IsoDate;

export const FACTS_INDEX: Readonly<Record<FactFile, FactSource>> = {
  'excess-income': {
    version: 1,
    readOn: FIGURES_READ,
    rows: 8969,
    source: PROVIDERS,
    licence: CGT_CALC,
    checksum: 'e3689334cafe82dece8dc26670cc582409d21bcd1d094868024cfb1204d53577',
  },
  'monthly-rates': {
    version: 1,
    readOn: FIGURES_READ,
    rows: 141,
    source: 'HMRC, monthly rates for customs and VAT',
    licence: 'Contains public sector information licensed under the Open Government Licence v3.0.',
    checksum: 'c4ee8ce7ba13cf7bb11f14cf9099b8f351e3d14d6efa8d6d939f8378765fdd22',
  },
  'etf-names': {
    version: 1,
    readOn: LISTS_READ,
    rows: 2478,
    source: 'a public list of instruments tradable at a broker, March 2026',
    licence: 'facts only',
    checksum: 'cc1c898f3950083f6f2245c9e4a23f5b6c1b3af9aab86ee2450a8ab3e8d73084',
  },
  'isin-tickers': {
    version: 1,
    readOn: LISTS_READ,
    rows: 1600,
    source: PROVIDERS,
    licence: CGT_CALC,
    checksum: '6e6e2c0a84ce50ae280e9c44eb8b8abe9da803968b4e0aea9584da2f3dee20ed',
  },
};
