/**
 * Decides the unit and currency of figures that name none: by the security's quotation and its other rows, else by
 * asking.
 */
import { isAmount, parseAmount } from '../../values/amount.ts';
import type { Asset } from '../../records/records.ts';
import { isPlausibleCharge } from '../cells/figure-proof.ts';
import { type DecimalMark, poundsToPence } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { isIncomeType } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { currencyQuestion, unitQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import { money } from '../row-figures/proof-context.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import type { PoundsRate } from '../row-figures/settle-pence.ts';
import { FilePrices } from './file-prices.ts';
import type { FoundSecurity } from './security-finder.ts';

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

/** No bond costs as many pounds for a nominal 1. */
const LEAST_PER_HUNDRED = 3;

/** Hardly any share pays fewer pounds for a unit. */
const LEAST_INCOME = 0.001;

/** Hardly any fund costs fewer pence. */
const LEAST_PENCE_OF_POUNDS = 20;

/** No security that is quoted in pence costs as many pounds. */
const MOST_POUNDS = 500;

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

const BOND = /\b(?:gilts?|treas(?:ury)?|bonds?|debentures?|loan (?:notes?|stock)|\d{1,2}(?:\.\d{1,4})? ?%)/iu;
const FUND = /\b(?:etf|ucits|fund|index|trust|equity|acc|inc|accumulation|income|shares)\b/iu;

/** The unit of a price without one, as the stamp duty of a purchase shows it: 0.5 % of the amount; null for none. */
function unitByDuty({ figures: { quantity, stampDuty }, type }: RowReading, price: number): 'GBP' | 'GBX' | null {
  if (type !== 'BUY' || quantity === null || stampDuty === null || stampDuty < LEAST_DUTY) return null;
  const isDutyOf = (amount: number): boolean => Math.abs(stampDuty - amount * 0.005) <= 0.03 + amount * 0.0001;
  if (isDutyOf(quantity * price)) return 'GBP';
  return isDutyOf((quantity * price) / 100) ? 'GBX' : null;
}

/** So much stamp duty distinguishes a factor of 100 from rounding. */
const LEAST_DUTY = 0.5;

/** Whether interest accrues on a security, so that its buyer pays more than its price. */
function isBond(asset: Asset | null, nameInFile: string): boolean {
  if (asset?.type === 'BOND') return true;
  return [asset?.name ?? '', nameInFile].some((name) => BOND.test(name) && !FUND.test(name));
}

/** A row read in a currency that it does not name. */
export function inCurrency(row: SourceRow, code: string): SourceRow {
  return { ...row, get: (field) => (field === 'currency' ? code : row.get(field)) };
}

export class UnstatedUnits {
  private readonly source: SourceRows;
  private readonly prices: FilePrices;
  private readonly rate: PoundsRate;
  private readonly pence = new Map<string, number | null>();

  constructor(source: SourceRows, mark: DecimalMark, rate: PoundsRate) {
    this.source = source;
    this.prices = new FilePrices(source, mark);
    this.rate = rate;
  }

  /**
   * The currency in which to read the row, `GBX` for pence, or null to leave it unchanged; adds a question or a remark.
   */
  settle(reading: RowReading, security: FoundSecurity, answers: ImportAnswers): string | null {
    const { figures, questions, remarks } = reading;
    this.doubtDollar(reading, security);
    this.doubtDerived(reading, security);
    this.doubtPence(reading, security);
    this.doubtHighPrice(reading, security);
    this.doubtBondPrice(reading, security);
    this.doubtAccrued(reading, security);
    this.doubtIncome(reading, security);
    const foreign = figures.isCurrencyOpen || figures.isUnitOpen ? this.possibleCurrency(security) : null;
    if (foreign !== null) {
      const question = currencyQuestion(
        foreign,
        foreign === this.source.titleCurrency ? 'titled' : 'quotedAbroad',
        answers,
      );
      questions.push(question);
      return question.answer === null || question.answer === 'GBP' ? null : question.answer;
    }
    const price = figures.localPrice;
    const name = security.asset?.name ?? security.isin;
    const isQuotedInPence = isCatalogued(security.asset) && security.asset.denomination === 'GBX';
    const mayBeInPence = isQuotedInPence || (!isCatalogued(security.asset) && /^(?:GB|JE|GG|IM)/u.test(security.isin));
    const isHigh = price !== null && ((isQuotedInPence && price > MOST_POUNDS) || this.prices.areAllHigh(price));
    if (figures.isCurrencyOpen && !figures.isUnitOpen && mayBeInPence && isHigh && !this.isPenceOfPounds(reading)) {
      const question = unitQuestion(name, price, answers);
      questions.push(question);
      return question.answer === 'GBX' ? 'GBX' : null;
    }
    if (!figures.isUnitOpen || price === null) return null;
    const other = this.prices.otherPrice(reading);
    const factor = other === null ? 0 : price / other;
    if (factor > 0.2 && factor < 5) return null;
    if (factor > 20 && factor < 500) {
      remarks.push(`The price ${price} was read as pence, which other rows of ${name} show.`);
      return 'GBX';
    }
    const byDuty = unitByDuty(reading, price);
    if (byDuty !== null) {
      remarks.push(
        `The price ${price} was read as ${byDuty === 'GBX' ? 'pence' : 'pounds'}, which the stamp duty shows.`,
      );
      return byDuty === 'GBX' ? 'GBX' : null;
    }
    const isQuotedInPounds = isCatalogued(security.asset) && security.asset.denomination === 'GBP';
    if (isQuotedInPounds && price < LEAST_PENCE_OF_POUNDS) return null;
    if (isQuotedInPence && price > MOST_POUNDS) {
      remarks.push(`The price ${price} was read as pence, in which ${name} is quoted.`);
      return 'GBX';
    }
    if (!isQuotedInPounds && !isQuotedInPence && !/^(?:GB|IE|JE|GG|IM|LU)/u.test(security.isin)) return null;
    const question = unitQuestion(name, price, answers);
    questions.push(question);
    return question.answer === 'GBX' ? 'GBX' : null;
  }

  /** The currency other than pounds that amounts without one may be in; null for none. */
  private possibleCurrency(security: FoundSecurity): string | null {
    const { titleCurrency } = this.source;
    return titleCurrency !== null && titleCurrency !== 'GBP' ? titleCurrency : foreignCurrencyOf(security);
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

  /**
   * A charge that is only the difference between the amount and quantity x price may be accrued interest, or the result
   * of a price in another currency that the file does not name.
   */
  private doubtDerived({ source, figures, type, date, notes, assetName }: RowReading, security: FoundSecurity): void {
    const { quantity, localPrice, consideration, brokerCharge } = figures;
    if (source.proof?.isChargeDerived !== true || (type !== 'BUY' && type !== 'SELL')) return;
    if (quantity === null || localPrice === null || consideration === null) return;
    const [charge, sign] = [brokerCharge ?? 0, type === 'BUY' ? 1 : -1];
    const paid = consideration + sign * charge;
    if (isBond(security.asset, assetName) && Math.abs(paid - quantity * localPrice) > 0.0101) {
      notes.push(
        `The amount is ${money.format(paid)}, but quantity x price is ${money.format(quantity * localPrice)}. The difference may be accrued interest, charges or both. Enter each from the contract note.`,
      );
      return;
    }
    const foreign = charge > 0 && figures.priceCurrency === null ? foreignCurrencyOf(security) : null;
    if (foreign === null) return;
    const rate = date === null ? null : this.rate(foreign, date);
    const converted = consideration * Number(rate ?? Number.NaN);
    const otherCharge = sign * (paid - converted);
    // A currency charge and the day's change are in the difference as well.
    if (otherCharge < -0.02 * converted || !(isPlausibleCharge(otherCharge, converted) || rate === null)) return;
    notes.push(
      `The price names no currency, and this security is quoted in ${foreign}. If the price is in ${foreign}, the consideration and the charge of ${money.format(charge)} are wrong. Check them.`,
    );
  }

  /**
   * The price in the asset's denomination for a file without a column for it, where pounds or pence decide it. Null
   * otherwise.
   */
  nativePriceOf({ figures }: RowReading, denomination: string): number | null {
    if (figures.foreignPrice !== null)
      return figures.foreignPrice.currency === denomination ? figures.foreignPrice.value : null;
    if (figures.priceInPounds === null) return null;
    if (denomination === 'GBP') return figures.localPrice;
    return denomination === 'GBX' ? remembered(this.pence, figures.priceInPounds, penceOf) : null;
  }

  /** A price in pounds that no security quoted in pence has. */
  private doubtHighPrice({ figures, type, notes }: RowReading, { asset }: FoundSecurity): void {
    const { quantity, consideration } = figures;
    if (!isCatalogued(asset) || asset.denomination !== 'GBX' || (type !== 'BUY' && type !== 'SELL')) return;
    if (!this.source.isBrokerFile || quantity === null || consideration === null) return;
    const price = consideration / quantity;
    if (price > MOST_POUNDS && figures.foreignPrice === null)
      notes.push(`£${money.format(price)} for one unit of ${asset.name} is too high. Check units and amount.`);
  }

  /** A security quoted in pounds whose only price was read as pence may have 100 times its units. */
  private doubtPence(reading: RowReading, { asset }: FoundSecurity): void {
    if (!isCatalogued(asset) || asset.denomination !== 'GBP' || this.source.isBrokerFile) return;
    if (this.source.pence('price') || !this.isPenceOfPounds(reading) || /[a-z]/iu.test(reading.source.get('price')))
      return;
    if (reading.source.get('currency').trim() !== '' || this.prices.isRepeated(reading)) return;
    // A bond's price is that of a nominal 100.
    if (isBond(asset, reading.assetName)) return;
    reading.notes.push(`The price was read as pence, but ${asset.name} is quoted in pounds. Check units and price.`);
  }

  /** A bond's price is that of a nominal 100, so that an amount which no column states would be a hundred times too high. */
  private doubtBondPrice({ source, figures, type, notes, assetName }: RowReading, { asset }: FoundSecurity): void {
    if (this.source.isBrokerFile || (type !== 'BUY' && type !== 'SELL') || source.get('consideration').trim() !== '')
      return;
    if ((figures.localPrice ?? 0) < LEAST_PER_HUNDRED || !isBond(asset, assetName)) return;
    notes.push('The row states no amount, and the price of a bond is for a nominal 100. Enter the amount.');
  }

  /** Interest accrues on bonds alone: of any other security it is a charge, or another row's figure. */
  private doubtAccrued({ figures, notes, assetName }: RowReading, { asset }: FoundSecurity): void {
    const accrued = figures.accruedInterest ?? 0;
    if (accrued === 0 || this.source.guarded || asset === null || isBond(asset, assetName)) return;
    notes.push(
      `The row states accrued interest of ${money.format(accrued)}, but ${asset.name} is no bond: it may be a charge. Check it.`,
    );
  }

  /**
   * An income for a unit quoted in pence that is a pound or more without a currency, which may be as many pence, or less
   * than a tenth of a penny, which may be that of one unit.
   */
  private doubtIncome({ figures, type, notes }: RowReading, { asset }: FoundSecurity): void {
    const { quantity, consideration } = figures;
    if (type === null || !isIncomeType(type) || !isCatalogued(asset) || asset.denomination !== 'GBX') return;
    const perUnit = (consideration ?? 0) / (quantity || Infinity);
    if (perUnit > 0 && perUnit < LEAST_INCOME && !this.source.isBrokerFile)
      notes.push(`The income for ${quantity} units may be that of one. Check the amount.`);
    if (figures.isCurrencyOpen && perUnit >= 1)
      notes.push(
        `£${money.format(perUnit)} for one unit of ${asset.name} is a high income: it may be in pence. Check the amount.`,
      );
  }

  /** Whether the price is 100 times the amount of one unit, so that it is in pence and the amount in pounds. */
  private isPenceOfPounds({ source, figures }: RowReading): boolean {
    const stated = this.prices.sizeOf(source.get('localPrice') || source.get('price'));
    return figures.localPrice !== null && stated > figures.localPrice * 50;
  }
}

/** A price in pounds as one in pence; null where it cannot be stored. */
function penceOf(pounds: string): number | null {
  const pence = poundsToPence(pounds);
  const value = pence === null ? null : parseAmount(pence);
  return value === null || !isAmount(value) ? null : value;
}
