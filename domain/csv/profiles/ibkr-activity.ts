/**
 * Interactive Brokers, Activity Statement (FORMATS 3.11): many tables, each row starting with its section. Only
 * `Trades,Data,Order` rows are trades. UK stamp tax among the transaction fees is part of Comm/Fee; the ISIN is in the
 * Financial Instrument Information.
 */
import { absolute, add, negate, ONE, subtract } from '../../values/decimal.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { saysCorporateAction } from '../cells/words.ts';
import { splitTerms } from './corporate-actions.ts';
import { TAX_WITHOUT_DIVIDEND, taxedDividend, taxesOfDividends, type DividendTaxes } from './dividend-taxes.ts';
import { cellOf, costOf, sizeOf, statedCell, sumOf, valueOf, type Figure } from './figures.ts';
import { CASH_SECTIONS, day, forexTrade, movedCash, wrongSectionsOf, type SectionRow } from './ibkr-cash.ts';
import { countryInText, isinInText } from './ibkr-history.ts';
import {
  cash,
  headerKey,
  joinNotes,
  SOLD_SHORT,
  type BrokerFile,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

interface Instrument {
  readonly isin: string;
  readonly name: string;
}

function sectionRows({ header, rows }: BrokerFile): readonly SectionRow[] {
  let keys = header.map(headerKey);
  return rows.map((row) => {
    const [section = '', kind = ''] = row.cells.map((cell) => cell.trim());
    if (kind === 'Header') keys = row.cells.map(headerKey);
    const current = keys;
    return {
      row,
      section,
      kind,
      headings: current,
      get: (heading) => (row.cells[current.indexOf(heading)] ?? '').trim(),
    };
  });
}

class Activity {
  private readonly all: readonly SectionRow[];
  private readonly instruments = new Map<string, Instrument>();
  /** An order has a row of stamp tax for each of its fills. */
  private readonly stampTax = new Map<string, SectionRow[]>();
  /** Whether a trade was a sale, by symbol, second, price and units. */
  private readonly instants = new Map<string, boolean>();
  private readonly taxed: ReadonlyMap<SectionRow, DividendTaxes<SectionRow>>;
  /** Lines of the rows that other rows are read together with. */
  private readonly joined = new Map<SectionRow, number>();
  /** Cash sections whose rows do not add up to the section's own total. */
  private readonly wrongSections: ReadonlySet<string>;

  constructor(file: BrokerFile) {
    this.all = sectionRows(file);
    this.wrongSections = wrongSectionsOf(this.all);
    for (const row of this.all) {
      if (row.kind !== 'Data') continue;
      if (row.section === 'Financial Instrument Information') {
        for (const symbol of row.get('symbol').split(','))
          this.instruments.set(symbol.trim(), { isin: row.get('security id'), name: row.get('description') });
      } else if (row.section === 'Transaction Fees' && /stamp/iu.test(row.get('description'))) {
        const key = `${row.get('symbol')}|${row.get('date/time')}`;
        this.stampTax.set(key, [...(this.stampTax.get(key) ?? []), row]);
      }
    }
    this.taxed = taxesOfDividends(this.all, {
      isDividend: (row) => row.kind === 'Data' && row.section === 'Dividends' && row.get('date') !== '',
      isTax: (row) => row.kind === 'Data' && row.section === 'Withholding Tax',
      keyOf: (row) => this.dividendKey(row),
      amountOf: (row) => valueOf(row.get('amount')),
    });
  }

  /** Day and security: the text up to the ISIN is the same for a dividend and its tax. */
  private dividendKey(row: SectionRow): string {
    return `${row.get('date')}|${row.get('description').split(')')[0] ?? ''}`;
  }

  read(): readonly ProfileRow[] {
    const answers = this.all.map((row) => this.row(row));
    return answers.map((answer, index) => {
      const to = this.joined.get(this.all[index] as SectionRow);
      return to === undefined ? answer : { kind: 'joined', to };
    });
  }

  private row(row: SectionRow): ProfileRow {
    if (row.kind !== 'Data') return { kind: 'ignored' };
    if (row.section === 'Trades') return this.trade(row);
    if (row.section === 'Dividends') return this.dividend(row);
    const cashKind = CASH_SECTIONS[row.section];
    if (cashKind !== undefined) return movedCash(row, cashKind, this.wrongSections);
    if (row.section === 'Withholding Tax' && row.get('date') !== '' && isinInText(row.get('description')) === '')
      return movedCash(row, 'tax', this.wrongSections);
    if (row.section === 'Withholding Tax' && row.get('date') !== '' && isinInText(row.get('description')) !== '') {
      return {
        kind: 'fault',
        message: TAX_WITHOUT_DIVIDEND,
      };
    }
    if (row.section === 'Corporate Actions' && row.get('date/time') !== '') {
      const split = this.split(row);
      if (split !== null) return split;
      return {
        kind: 'fault',
        message: `'${row.get('description')}' is a corporate action: enter it by hand, or leave this row out.`,
        cells: { transactionDate: day(row.get('date/time')), currency: row.get('currency') },
      };
    }
    const transferred = row.section === 'Transfers' ? valueOf(row.get('cash amount')) : null;
    if (transferred !== null && transferred !== 0n && row.get('date') !== '')
      return cash({
        kind: 'transfer',
        isExact: true,
        date: row.get('date'),
        amount: row.get('direction').toLowerCase() === 'out' ? negate(absolute(transferred)) : transferred,
        currency: row.get('currency'),
        words: `${row.get('type')} transfer ${row.get('direction').toLowerCase()}`.trim(),
      });
    if (row.section === 'Transfers' && row.get('date') !== '' && sizeOf(row.get('qty')) !== null) {
      const [symbol, side] = [row.get('symbol'), row.get('direction').toLowerCase()];
      const isOut = side === 'out';
      return {
        kind: 'transaction',
        cells: {
          transactionDate: row.get('date'),
          transactionType: isOut ? 'TRANSFER_OUT' : 'TRANSFER_IN',
          ticker: symbol,
          isin: this.instruments.get(symbol)?.isin ?? '',
          quantity: cellOf(sizeOf(row.get('qty'))),
          consideration: isOut ? '0' : '',
        },
        note: `A transfer ${side} of ${row.get('qty')} ${symbol}: ${isOut ? 'check it before you import it' : 'state its cost as consideration'}.`,
      };
    }
    return { kind: 'ignored' };
  }

  /** `NVDA(US67066G1040) Split 10 for 1 (NVDA, NVIDIA CORP, US67066G1040)`: the quantity is the change in units. */
  private split(row: SectionRow): ProfileRow | null {
    const text = row.get('description');
    const [terms, quantity] = [splitTerms(/\bsplit \d.*$/iu.exec(text)?.[0] ?? ''), valueOf(row.get('quantity'))];
    const isins = text.match(/\b[A-Z]{2}[A-Z0-9]{9}\d\b/gu) ?? [];
    // With a new ISIN it is more than a split.
    if (terms === null || quantity === null || quantity === 0n || new Set(isins).size > 1) return null;
    return {
      kind: 'transaction',
      cells: {
        transactionDate: day(row.get('date/time')),
        isin: isinInText(text),
        ticker: text.split('(')[0]?.trim() ?? '',
        transactionType: 'SPLIT',
        quantity: cellOf(quantity),
        consideration: '0',
        ...terms,
      },
    };
  }

  private trade(row: SectionRow): ProfileRow {
    if (row.get('datadiscriminator') !== 'Order') return { kind: 'ignored' };
    const category = row.get('asset category');
    if (/forex/iu.test(category)) return forexTrade(row);
    if (/option|future|cfd|warrant|crypto|structured|metal/iu.test(category))
      return { kind: 'ignored', reason: `${category}: only shares, funds and bonds are read.` };
    const [symbol, currency] = [row.get('symbol'), row.get('currency')];
    const instrument = this.instruments.get(symbol);
    const quantity = valueOf(row.get('quantity'));
    const instant = [symbol, row.get('date/time'), row.get('t. price'), row.get('quantity').replace(/^-/u, '')].join(
      '|',
    );
    const isSold = quantity !== null && quantity < 0n;
    // The same units at the same price and second in the opposite direction are not a separate trade.
    const isOpposite = this.instants.get(instant) === !isSold;
    this.instants.set(instant, isSold);
    const codes = new Set(row.get('code').split(/[;,\s]+/u));
    const isCancelled = codes.has('Ca') || isOpposite;
    const proceeds = valueOf(row.get('proceeds'));
    const cells: ProfileCells = {
      transactionDate: day(row.get('date/time')),
      ticker: symbol,
      isin: instrument?.isin ?? '',
      assetName: instrument?.name ?? '',
      currency,
      transactionType: quantity !== null && quantity < 0n !== isCancelled ? 'SELL' : 'BUY',
      quantity: cellOf(quantity === null ? null : absolute(quantity)),
      price: statedCell(row.get('t. price'), currency),
      consideration: cellOf(sizeOf(row.get('proceeds'))),
    };
    if (/option|future|cfd|warrant/iu.test(category))
      return { kind: 'fault', message: `A trade in ${category} is not a holding of a security. Leave it out.`, cells };
    const fee = costOf(row.get('comm/fee'));
    const stamps = this.stampTax.get(`${symbol}|${row.get('date/time')}`) ?? [];
    for (const stamp of stamps) this.joined.set(stamp, row.row.line);
    const stampTax = sumOf(...stamps.map((stamp) => sizeOf(stamp.get('amount'))));
    // Stamp tax that is more than Comm/Fee is no part of it.
    const isApart = stampTax !== null && stampTax > absolute(fee ?? (0n as Figure));
    const stampDuty = isApart ? null : stampTax;
    const brokerCharge = fee === null || stampDuty === null ? fee : subtract(fee, stampDuty);
    return {
      kind: 'transaction',
      cells: { ...cells, brokerCharge: cellOf(brokerCharge), stampDuty: cellOf(stampDuty) },
      isReversal: isCancelled,
      ...joinNotes(
        proceeds !== null &&
          proceeds < 0n === isSold &&
          'Quantity and proceeds have the same sign, unlike in a trade. Check them.',
        isApart &&
          `The file states stamp tax of ${cellOf(stampTax)} for this trade, but Comm/Fee of ${cellOf(fee) || 'nothing'}. Check the charges.`,
        !isCancelled && feeDoubt(row, proceeds, fee),
        !isCancelled && codes.has(isSold ? 'O' : 'C') && SOLD_SHORT,
      ),
    };
  }

  private dividend(row: SectionRow): ProfileRow {
    const text = row.get('description');
    if (row.get('date') === '') return { kind: 'ignored' };
    const taxed = taxedDividend(row, this.taxed.get(row), (one) => valueOf(one.get('amount')), {
      currencyOf: (one) => one.get('currency'),
      countryOf: (taxes) => countryInText(taxes[0]?.get('description') ?? ''),
    });
    for (const tax of taxed.taxes) this.joined.set(tax, row.row.line);
    return {
      kind: 'transaction',
      cells: {
        transactionDate: row.get('date'),
        transactionType: 'DIVIDEND',
        isin: isinInText(text),
        ticker: text.split('(')[0]?.trim() ?? '',
        currency: row.get('currency'),
        ...taxed.cells,
      },
      ...joinNotes(
        ...taxed.notes,
        saysCorporateAction(text) && `'${shorten(cleanText(text))}': check whether the row needs another type.`,
      ),
    };
  }
}

/**
 * Proceeds, charge and basis of a trade make its realised gain, which is nothing where it opens a position: a charge that
 * is missing, or is another one, shows.
 */
function feeDoubt(row: SectionRow, proceeds: Figure | null, fee: Figure | null): string | false {
  const [basis, gain] = [valueOf(row.get('basis')), valueOf(row.get('realized p/l'))];
  const isStated = proceeds !== null && basis !== null && gain !== null && (basis !== 0n || gain !== 0n);
  if (!isStated) return fee === null && 'The row states no Comm/Fee. Check its charges.';
  const difference = subtract(add(subtract(proceeds, fee ?? (0n as Figure)), basis), gain);
  return (
    absolute(difference) * 50n > ONE &&
    `Proceeds, Comm/Fee and Basis do not make the Realized P/L: they differ by ${cellOf(absolute(difference))}. Check the charges.`
  );
}

export const ibkrActivity: Profile = {
  broker: 'Interactive Brokers',
  dateOrder: null,
  statesCurrency: true,
  ragged: true,
  header: ({ cells }) =>
    cells[0]?.trim() === 'Trades' && cells[1]?.trim() === 'Header' && cells[2]?.trim() === 'DataDiscriminator'
      ? cells.length
      : 0,
  accountOf(file) {
    const accounts = new Map(sectionRows(file).map((row) => [row.row, row.get('account')]));
    return (row) => accounts.get(row) ?? '';
  },
  read: (file) => new Activity(file).read(),
};
