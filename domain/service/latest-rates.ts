/** The four rates on the administration page, derived from rates per US dollar (002 §9). */
import { divide, exact, ONE, type Exact } from '../values/decimal.ts';
import type { Rate } from '../values/amount.ts';

/** Units of `toCurrency` for one US dollar, and when the rate was fetched. */
export interface DollarRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rate: Rate;
  /** ISO instant. */
  readonly fetchedAt: string;
}

export interface LatestRate {
  readonly from: string;
  readonly to: string;
  /** Units of `to` for one of `from`. */
  readonly rate: Exact<'rate'>;
  /** ISO instant of the older of the rates behind it. */
  readonly at: string;
}

/**
 * USD to GBP as fetched; GBP to USD = 1 / (USD to GBP); EUR to GBP = (USD to GBP) / (USD to EUR); GBP to EUR is its
 * inverse. The instant of the euro's lines is the earlier of the two. Lines that need a missing or zero rate are left
 * out.
 */
export function latestRates(rates: readonly DollarRate[]): readonly LatestRate[] {
  const sterling = dollarRate(rates, 'GBP');
  const euro = dollarRate(rates, 'EUR');
  const found: LatestRate[] = [];
  if (sterling !== null) found.push({ from: 'USD', to: 'GBP', ...sterling });
  if (sterling !== null && euro !== null)
    found.push({ from: 'EUR', to: 'GBP', rate: divide(sterling.rate, euro.rate), at: earlier(sterling.at, euro.at) });
  if (sterling !== null)
    found.push({ from: 'GBP', to: 'USD', rate: divide(ONE as Exact<'rate'>, sterling.rate), at: sterling.at });
  if (sterling !== null && euro !== null)
    found.push({ from: 'GBP', to: 'EUR', rate: divide(euro.rate, sterling.rate), at: earlier(sterling.at, euro.at) });
  return found;
}

function dollarRate(rates: readonly DollarRate[], currency: string): Pick<LatestRate, 'rate' | 'at'> | null {
  const found = rates.find(({ fromCurrency, toCurrency }) => fromCurrency === 'USD' && toCurrency === currency);
  if (found === undefined) return null;
  const rate = exact(found.rate);
  return rate > 0n ? { rate, at: found.fetchedAt } : null;
}

/** Instants in UTC sort as text. */
function earlier(a: string, b: string): string {
  return a <= b ? a : b;
}
