/**
 * Decides the unit and currency of figures that name none: by the security's quotation and its other rows, else by
 * asking.
 */
import { isAmount, parseAmount } from '../../amount.ts';
import type { Asset } from '../../records.ts';
import { readNumber, type DecimalMark, poundsToPence } from '../cells/numbers.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { currencyQuestion, unitQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import { LEAST_PENCE } from '../row-figures/settle-pence.ts';
import { securityKey, type FoundSecurity } from './security-finder.ts';

/** Currencies by the country of the ISIN; such a security is not quoted in pounds. */
const CURRENCY_OF_COUNTRY: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  JP: 'JPY',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  HK: 'HKD',
  DE: 'EUR',
  FR: 'EUR',
  NL: 'EUR',
  BE: 'EUR',
  ES: 'EUR',
  IT: 'EUR',
  AT: 'EUR',
  FI: 'EUR',
  PT: 'EUR',
};

/** Countries whose own currency is also written with a sign of dollars. */
const OTHER_DOLLARS: Readonly<Record<string, string>> = { CA: 'CAD', AU: 'AUD', NZ: 'NZD', HK: 'HKD', SG: 'SGD' };
const BARE_DOLLAR = /^[\s(+-]*\$|(?<![A-Z])\$\s*$/u;

/** An uncompleted entry does not state the currency in which the security is quoted. */
function isCatalogued(asset: Asset | null): asset is Asset {
  return asset !== null && asset.priceSource !== 'MANUAL';
}

/** The currency other than pounds in which a security is quoted, or null. */
function foreignCurrencyOf({ isin, asset }: FoundSecurity): string | null {
  const denomination = asset?.denomination ?? 'GBP';
  if (denomination === 'USD' || denomination === 'EUR') return denomination;
  return isCatalogued(asset) ? null : (CURRENCY_OF_COUNTRY[isin.slice(0, 2)] ?? null);
}

/** A row read in a currency that it does not name. */
export function inCurrency(row: SourceRow, code: string): SourceRow {
  return { ...row, get: (field) => (field === 'currency' ? code : row.get(field)) };
}

export class UnstatedUnits {
  private readonly source: SourceRows;
  private readonly mark: DecimalMark;
  private prices: ReadonlyMap<string, number> | null = null;

  constructor(source: SourceRows, mark: DecimalMark) {
    this.source = source;
    this.mark = mark;
  }

  /**
   * The currency in which to read the row, `GBX` for pence, or null to leave it unchanged; adds a question or a remark.
   */
  settle(reading: RowReading, security: FoundSecurity, answers: ImportAnswers): string | null {
    const { figures, questions, remarks } = reading;
    this.doubtDollar(reading, security);
    const foreign = figures.isCurrencyOpen || figures.isUnitOpen ? foreignCurrencyOf(security) : null;
    if (foreign !== null) {
      const question = currencyQuestion(foreign, answers);
      questions.push(question);
      return question.answer === null || question.answer === 'GBP' ? null : question.answer;
    }
    const price = figures.localPrice;
    if (!figures.isUnitOpen || price === null) return null;
    const name = security.asset?.name ?? security.isin;
    const other = this.otherPrice(reading);
    const factor = other === null ? 0 : price / other;
    if (factor > 0.2 && factor < 5) return null;
    if (factor > 20 && factor < 500) {
      remarks.push(`The price ${price} was read as pence, which other rows of ${name} show.`);
      return 'GBX';
    }
    if (isCatalogued(security.asset) && security.asset.denomination === 'GBP') return null;
    if (isCatalogued(security.asset) && security.asset.denomination === 'GBX' && price >= LEAST_PENCE) {
      remarks.push(`The price ${price} was read as pence, in which ${name} is quoted.`);
      return 'GBX';
    }
    if (!/^(?:GB|IE|JE|GG|IM)/u.test(security.isin)) return null;
    const question = unitQuestion(name, price, answers);
    questions.push(question);
    return question.answer === 'GBX' ? 'GBX' : null;
  }

  /** A sign of dollars is read as US dollars, but other countries' securities may be quoted in their own. */
  private doubtDollar({ source, notes }: RowReading, { isin }: FoundSecurity): void {
    const own = OTHER_DOLLARS[isin.slice(0, 2)];
    if (own === undefined || this.source.isBrokerFile || source.get('currency').trim() !== '') return;
    const isBare = ['price', 'localPrice', 'consideration'].some((field) =>
      BARE_DOLLAR.test(source.get(field as 'price')),
    );
    if (isBare) notes.push(`$ was read as US dollars, but this security may be quoted in ${own}. Check the currency.`);
  }

  /** The price per unit in pounds by a row of the same security with an amount. */
  private otherPrice(reading: RowReading): number | null {
    this.prices ??= this.unitPrices();
    return this.prices.get(securityKey(reading)) ?? null;
  }

  private unitPrices(): ReadonlyMap<string, number> {
    const prices = new Map<string, number>();
    const read = (cell: string): number => {
      const number = readNumber(cell, this.mark);
      return number.kind === 'number' ? Math.abs(Number(number.text)) : Number.NaN;
    };
    for (const row of this.source.rows) {
      const price = read(row.get('consideration')) / read(row.get('quantity'));
      const key = securityKey({
        isinText: row.get('isin').trim().toUpperCase(),
        sedolText: row.get('sedol').trim().toUpperCase(),
        ticker: row.get('ticker').trim(),
        assetName: row.get('assetName').trim(),
      });
      if (price > 0 && Number.isFinite(price) && !prices.has(key)) prices.set(key, price);
    }
    return prices;
  }
}

/**
 * The price in the asset's denomination for a file without a column for it, where pounds or pence decide it. Null
 * otherwise.
 */
export function nativePriceOf({ figures }: RowReading, denomination: string): number | null {
  if (figures.foreignPrice !== null)
    return figures.foreignPrice.currency === denomination ? figures.foreignPrice.value : null;
  if (figures.priceInPounds === null) return null;
  if (denomination === 'GBP') return figures.localPrice;
  const pence = denomination === 'GBX' ? poundsToPence(figures.priceInPounds) : null;
  const value = pence === null ? null : parseAmount(pence);
  return value === null || !isAmount(value) ? null : value;
}
