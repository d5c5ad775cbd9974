/** The kind of income that a security pays, with the reason (RULES 2). */
import { isGilt } from '../cgt/terms/gilts.ts';
import type { Asset } from '../records/records.ts';
import type { TaxYear } from '../values/tax-year.ts';

export type Nature =
  | 'ukDividend'
  | 'ukFundDividend'
  | 'ukInterest'
  | 'ukFundInterest'
  | 'foreignDividend'
  | 'foreignInterest'
  | 'propertyIncome'
  | 'giltInterest';

/** Why a nature applies, or why none does. */
export type NatureGround = 'stated' | 'giltList' | 'interest' | 'fund' | 'shares' | 'mixedPayer' | 'notKnown';

export interface NatureFinding {
  /** Null where the user must be asked (RULES 2.6). */
  readonly nature: Nature | null;
  readonly ground: NatureGround;
  /** Two letters of ISO 3166; null for income of the United Kingdom and where the country is not known. */
  readonly country: string | null;
}

/** A holder's statement about a security, from a tax year on; null means for every year. */
export interface NatureStatement {
  readonly from: TaxYear | null;
  readonly nature: Nature;
  readonly country: string | null;
}

/** The known facts about the security; absent for one that the catalogue lacks. */
export type PayerFacts = Pick<Asset, 'name' | 'type' | 'category'>;

/** ISINs of no country: international securities (XS), other codes that ISO 3166 leaves to users, and the European Union. */
const OF_NO_COUNTRY = /^(?:AA|EU|Q[M-Z]|X[A-Z]|ZZ)/u;

/** Many companies registered there pay from elsewhere (RULES 2.5). */
const ASKED_COUNTRIES: ReadonlySet<string> = new Set(['JE', 'GG', 'IM', 'IE']);

export function isForeign(nature: Nature): boolean {
  return nature === 'foreignDividend' || nature === 'foreignInterest';
}

/** Whether it is taxed as a dividend; other natures are savings income, except property income. */
export function isDividend(nature: Nature): boolean {
  return nature === 'ukDividend' || nature === 'ukFundDividend' || nature === 'foreignDividend';
}

/** RULES 2: the nature of a security's payments in a tax year. `isInterest`: the row itself is interest. */
export function natureOf(
  isin: string,
  taxYear: TaxYear,
  isInterest: boolean,
  asset: PayerFacts | undefined,
  statements: readonly NatureStatement[] = [],
): NatureFinding {
  const stated = statements
    .filter(({ from }) => from === null || from <= taxYear)
    .toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
    .at(-1);
  if (stated !== undefined) {
    const country = isForeign(stated.nature) ? (stated.country ?? countryOf(isin)) : null;
    return { nature: stated.nature, ground: 'stated', country };
  }
  if (isGilt(isin)) return { nature: 'giltInterest', ground: 'giltList', country: null };
  if (isInterest || asset?.type === 'BOND' || asset?.type === 'CASH') return byCode(isin, 'interest', INTEREST);
  if (asset?.type === 'ETF' || asset?.type === 'FUND')
    return byCode(isin, 'fund', paysInterest(asset) ? FUND_INTEREST : FUND_DIVIDEND);
  if (asset?.type !== 'EQUITY') return { nature: null, ground: 'notKnown', country: null };
  if (/\breit\b/iu.test(asset.name) || ASKED_COUNTRIES.has(isin.slice(0, 2)))
    return { nature: null, ground: 'mixedPayer', country: null };
  return byCode(isin, 'shares', DIVIDEND);
}

type HomeAndAbroad = readonly [home: Nature, abroad: Nature];

const INTEREST: HomeAndAbroad = ['ukInterest', 'foreignInterest'];
const FUND_INTEREST: HomeAndAbroad = ['ukFundInterest', 'foreignInterest'];
const FUND_DIVIDEND: HomeAndAbroad = ['ukFundDividend', 'foreignDividend'];
const DIVIDEND: HomeAndAbroad = ['ukDividend', 'foreignDividend'];

function byCode(isin: string, ground: NatureGround, [home, abroad]: HomeAndAbroad): NatureFinding {
  return isin.startsWith('GB')
    ? { nature: home, ground, country: null }
    : { nature: abroad, ground, country: countryOf(isin) };
}

function countryOf(isin: string): string | null {
  return OF_NO_COUNTRY.test(isin) ? null : isin.slice(0, 2);
}

/** True for funds with more than 60 % in interest-bearing assets (RULES 2.4); only the category shows that. */
function paysInterest({ category }: PayerFacts): boolean {
  return category === 'LT_BONDS' || category === 'CASH';
}
