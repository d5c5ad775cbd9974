/** Charges of Trading 212 (FORMATS 3.1), by the row's own rate in the currency of the account. */
import { divide, round, type Exact } from '../../values/decimal.ts';
import { cellOf, pricedCell, sizeOf, sumOf, type Figure } from './figures.ts';
import type { BrokerRow } from './profile.ts';
import { accountCurrency } from './trading212-prices.ts';

const STAMP_DUTIES = ['stamp duty reserve tax', 'stamp duty', 'french transaction tax'];
/** Duties of a purchase; a sale pays none, but fees of its market. */
const TAXES = 'taxes';
const FX_FEES = ['currency conversion fee'];
const DEALING_FEES = ['transaction fee', 'finra fee', 'ptm levy'];

/** The sum of charges of one kind, and its cell. */
interface Charges {
  readonly size: Figure | null;
  readonly cell: string;
  /** Whether one of them names no currency in a row of two. */
  readonly isUnnamed: boolean;
}

/** The sum of a row's charges of one kind; a file has a column for each charge that occurs in it. */
function chargesOf(row: BrokerRow, headings: readonly string[]): Charges {
  let abroad = '';
  let isUnnamed = false;
  const ofAccount = accountCurrency(row) || 'GBP';
  const sizes = headings.map((heading) => {
    const charge = sizeOf(row.get(heading, `${heading} (gbp)`, `${heading} (eur)`));
    const currency = row.get(`currency (${heading})`);
    if (charge === null || charge === 0n) return charge;
    if (currency === '' && row.get(heading) !== '' && row.has('currency (total)'))
      isUnnamed ||= !['', 'GBX', ofAccount].includes(row.get('currency (price / share)'));
    if (currency === '' || currency === ofAccount) return charge;
    const perUnit = currency === row.get('currency (price / share)') ? sizeOf(row.get('exchange rate')) : null;
    if (perUnit !== null && perUnit !== 0n)
      return round(divide<'pounds'>(charge, perUnit as bigint as Exact<'quantity'>), 2);
    // The file has no rate for a third currency, so the charge keeps it.
    abroad = currency;
    return charge;
  });
  const size = sumOf(...sizes);
  return { size, cell: abroad === '' ? cellOf(size) : pricedCell(size, abroad), isUnnamed };
}

/** The charges of a trade; a sale pays no duty, but fees of its market. */
export function tradeCharges(
  row: BrokerRow,
  side: 'BUY' | 'SELL',
): { readonly stampDuty: Charges; readonly fxCharge: Charges; readonly brokerCharge: Charges } {
  return {
    stampDuty: chargesOf(row, side === 'BUY' ? [...STAMP_DUTIES, TAXES] : STAMP_DUTIES),
    fxCharge: chargesOf(row, FX_FEES),
    brokerCharge: chargesOf(row, side === 'BUY' ? DEALING_FEES : [...DEALING_FEES, TAXES]),
  };
}
