/** An exchange rate that a file states: pounds for one unit of a currency, or units for one pound. */
import type { IsoDate } from '../../values/dates.ts';
import { divide, ONE, parseExact, round, toText, type Exact } from '../../values/decimal.ts';

import type { RowProof } from '../profiles/source-row.ts';

/** How far a stated rate may be from the day's; brokers include their charge in it. */
const NEAR = 0.15;
/** The same for a rate that may be of euros, which have been 0.1 from pounds at least. */
const NEAR_OF_ACCOUNT = 0.05;

/**
 * Pounds for one unit, whichever direction the file states; null where the day's rate does not decide the direction, or
 * is far from both.
 */
export function statedRateOf(cell: string, ofDay: string | null): string | null {
  const stated = cell.length > 40 ? null : parseExact<'rate'>(cell.trim());
  if (stated === null || stated <= 0n || ofDay === null) return null;
  const [rate, day] = [Number(toText(stated)), Number(ofDay)];
  const isDirect = Math.abs(rate / day - 1) <= NEAR;
  const isInverse = Math.abs(1 / (rate * day) - 1) <= NEAR;
  if (isDirect === isInverse) return null;
  return isDirect ? toText(stated) : toText(round(divide<'rate'>(ONE as Exact<'rate'>, stated), 12));
}

interface RateContext {
  readonly proof: RowProof | null;
  readonly declared: { readonly code: string } | null;
  readonly date: IsoDate | null;
  readonly rate: (currency: string, date: IsoDate) => string | null;
  readonly words: { doubt(text: string): void };
}

/**
 * Warns about a broker's rate that the day's rate does not confirm: a rate in the wrong direction would change every
 * amount.
 */
export function doubtRate(amountCurrency: string | null, { proof, declared, date, rate, words }: RateContext): void {
  const currency = proof?.converted?.currency ?? amountCurrency ?? declared?.code ?? 'GBP';
  const used = proof?.converted?.rate ?? proof?.rate ?? (currency === 'GBP' ? (proof?.accountRate ?? '') : '');
  if (used === '' || date === null) return;
  if (currency === 'GBP') {
    if (Number(used) !== 1)
      words.doubt(`Pounds were converted at a rate of ${used}, so the amounts may not be in pounds. Check them.`);
    return;
  }
  const ofDay = rate(currency, date);
  if (ofDay === null || Number(statedRateOf(used, ofDay)) === Number(used)) return;
  words.doubt(
    `The exchange rate ${used} is far from the rate of the day, ${ofDay} pounds for one ${currency}. Check it.`,
  );
}

/** Pounds for one unit: the file's rate, HMRC's monthly one, or the day's. */
export interface UsedFileRate {
  readonly text: string;
  readonly kind: 'fileRate' | 'monthRate' | 'converted';
}

interface RateSources extends Pick<RateContext, 'proof' | 'date' | 'rate'> {
  readonly monthlyRate: RateContext['rate'];
  readonly statedRate: string;
}

/**
 * The rate at which a figure is converted to pounds: the file's rate for the row's amounts, or between its price and
 * amounts in pounds; else the monthly one, else the day's; with the sentence that says why a rate stated for amounts is
 * not used.
 */
export function usedRate(
  currency: string,
  applies: 'amounts' | 'price' | 'neither',
  { proof, date, rate, monthlyRate, statedRate }: RateSources,
): { readonly rate: UsedFileRate | null; readonly unused: string | null } {
  const proved = applies === 'amounts' ? (proof?.rate ?? '') : '';
  if (proved !== '') return { rate: { text: proved, kind: 'fileRate' }, unused: null };
  const ofAccount = applies === 'amounts' ? plainRate(proof?.accountRate) : null;
  const ofMonth = date === null ? null : monthlyRate(currency, date);
  const known = ofMonth ?? (date === null ? null : rate(currency, date));
  if (known === null) return { rate: null, unused: null };
  const used = { text: known, kind: ofMonth === null ? 'converted' : 'monthRate' } as const;
  if (ofAccount !== null) {
    const ofDay = (date === null ? null : rate(currency, date)) ?? known;
    const pounds = round(divide<'rate'>(ONE as Exact<'rate'>, ofAccount), 12);
    if (Math.abs(Number(toText(pounds)) / Number(ofDay) - 1) <= NEAR_OF_ACCOUNT)
      return { rate: { text: toText(pounds), kind: 'fileRate' }, unused: null };
    const named = `Its exchange rate of ${toText(ofAccount)} is not that of ${currency} for one pound, which was about ${perPound(ofDay)}.`;
    return { rate: used, unused: `${named} Check the currency of the row and of the account.` };
  }
  if (applies === 'neither' || statedRate === '') return { rate: used, unused: null };
  const stated = statedRateOf(statedRate, known);
  if (stated !== null) return { rate: { text: stated, kind: 'fileRate' }, unused: null };
  if (applies === 'price') return { rate: used, unused: null };
  const source = ofMonth === null ? 'the rate of the day' : "HMRC's rate for the month";
  const unused = `The exchange rate ${statedRate} is far from ${source}, ${known} pounds for one ${currency}, which was used. Check it.`;
  return { rate: used, unused };
}

/** The rate that a cell states; null where it has none, or 1, which says nothing of pounds. */
function plainRate(cell: string | undefined): Exact<'rate'> | null {
  const rate = cell === undefined || cell.length > 40 ? null : parseExact<'rate'>(cell.trim());
  return rate === null || rate <= 0n || rate === ONE ? null : rate;
}

function perPound(pounds: string): number {
  return Number((1 / Number(pounds)).toPrecision(4));
}
