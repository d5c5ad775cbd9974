/**
 * Charles Schwab, Equity Award Center: American days and dollars; the rows below an event without a day of their own are
 * its lots or awards.
 */
import { daysBetween } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { absolute, multiply, ONE, subtract } from '../../values/decimal.ts';
import { readDay } from '../cells/day-text.ts';
import type { CashKind } from './cash.ts';
import { TAX_WITHOUT_DIVIDEND, taxedDividend, taxesOfDividends, type DividendTaxes } from './dividend-taxes.ts';
import { cellOf, grossOf, priceOf, productOf, sizeOf, sumOf, toPenny, valueOf, type Figure } from './figures.ts';
import {
  cash,
  joinNotes,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const SALE = /^(?:sale|sell|forced quick sell|quick sale)$/u;
const DIVIDEND = /^(?:qualified |cash |non-qualified )?div(?:idend)?$/u;
const TAX = /^(?:tax withholding|nra tax adj|nra withholding|foreign tax paid)$/u;
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^(?:wire|moneylink|forced disbursement|funds received)/u, 'payment'],
  [/^journal/u, 'transfer'],
  [/^(?:credit|bank) interest/u, 'interest'],
  [/^(?:service fee|adr mgmt fee)/u, 'fee'],
  [/^(?:adjustment|irs withhold adj|misc cash|cash in lieu|tax reversal)/u, 'unknown'],
];

/** How far the lots of a sale may be off by the rounding of their prices. */
const TWO_PENCE = ONE / 50n;
/** So many days may pass between a vest and the deposit of its shares. */
const MOST_DAYS = 10;

/** An event of the plan, with the rows of its lots or awards. */
interface PlanEvent {
  readonly row: BrokerRow;
  readonly kind: string;
  readonly lots: readonly BrokerRow[];
}

function eventsOf(rows: readonly BrokerRow[]): readonly PlanEvent[] {
  const events: { row: BrokerRow; kind: string; lots: BrokerRow[] }[] = [];
  for (const row of rows)
    if (row.get('date') === '' && row.get('action') === '') events.at(-1)?.lots.push(row);
    else events.push({ row, kind: row.get('action').toLowerCase(), lots: [] });
  return events;
}

/** The only figure that the lots state under a heading; null for none, or several. */
function onlyOf(lots: readonly BrokerRow[], heading: string): Figure | null {
  const stated = new Set(lots.map((lot) => lot.get(heading)).filter((cell) => cell !== ''));
  const [only = ''] = stated;
  return stated.size === 1 ? sizeOf(only) : null;
}

function sumUnder(lots: readonly BrokerRow[], heading: string): Figure | null {
  return sumOf(...lots.map((lot) => sizeOf(lot.get(heading))));
}

function cellsOf(row: BrokerRow): ProfileCells {
  return {
    transactionDate: row.get('date'),
    ticker: row.get('symbol'),
    currency: 'USD',
    quantity: cellOf(sizeOf(row.get('quantity'))),
  };
}

/** A vest moves no cash. */
const UNPAID = { transactionType: 'BUY', cashAmount: '0', cashCurrency: 'USD' } as const;

const PLAN =
  'Shares from a stock plan: after a split Schwab may state earlier ones in later units. Check units and value.';

function vest({ row, lots }: PlanEvent, deposit: PlanEvent | undefined): ProfileRow {
  const [units, sold] = [sumUnder(lots, 'netsharesdeposited'), sumUnder(lots, 'sharessoldwithheldfortaxes')];
  const [price, salePrice, vested] = [
    onlyOf(lots, 'fairmarketvalueprice'),
    onlyOf(lots, 'saleprice'),
    sizeOf(row.get('quantity')),
  ];
  if (deposit !== undefined)
    return { kind: 'ignored', reason: `The deposit on line ${deposit.row.line} states the same shares.` };
  if (units === 0n) return { kind: 'ignored', reason: 'No shares were left after tax.' };
  const isSum = units !== null && vested !== null && sumOf(units, sold) === vested;
  return {
    kind: 'transaction',
    cells: {
      ...cellsOf(row),
      ...UNPAID,
      quantity: cellOf(units),
      price: cellOf(price),
      consideration: cellOf(productOf(units, price)),
    },
    ...joinNotes(
      PLAN,
      !isSum &&
        `${cellOf(units) || 'No'} shares and ${cellOf(sold) || 'none'} for tax are not the ${cellOf(vested)} that vested.`,
      salePrice !== null &&
        sold !== null &&
        sold !== 0n &&
        `${cellOf(sold)} more were sold for tax at ${cellOf(salePrice)}, which is not read: add both if that differs from their value.`,
    ),
  };
}

/** The deposit of each vest: as many shares of the security within a few days, each deposit once. */
function depositsOfVests(events: readonly PlanEvent[]): ReadonlyMap<PlanEvent, PlanEvent> {
  const sharesKey = ({ row }: PlanEvent, units: Figure | null): string => `${row.get('symbol')}|${cellOf(units)}`;
  const open = groupBy(
    events.filter(({ kind }) => kind === 'deposit'),
    (event) => sharesKey(event, sizeOf(event.row.get('quantity'))),
  );
  const found = new Map<PlanEvent, PlanEvent>();
  const used = new Set<PlanEvent>();
  for (const event of events) {
    const units = event.kind === 'lapse' ? sumUnder(event.lots, 'netsharesdeposited') : null;
    const deposits = units === null ? [] : (open.get(sharesKey(event, units)) ?? []);
    const deposit = deposits.find((other) => !used.has(other) && areNear(event.row, other.row));
    if (deposit === undefined) continue;
    found.set(event, deposit);
    used.add(deposit);
  }
  return found;
}

function areNear(a: BrokerRow, b: BrokerRow): boolean {
  const [one, other] = [readDay(a.get('date'), 'mdy'), readDay(b.get('date'), 'mdy')];
  return one !== null && other !== null && Math.abs(daysBetween(one, other)) <= MOST_DAYS;
}

function depositOf({ row, lots }: PlanEvent): ProfileRow {
  const price = onlyOf(lots, 'vestfairmarketvalue');
  const days = new Set(lots.map((lot) => lot.get('vestdate')).filter((day) => day !== ''));
  const [day = row.get('date')] = days;
  const units = sizeOf(row.get('quantity'));
  return {
    kind: 'transaction',
    cells: {
      ...cellsOf(row),
      ...UNPAID,
      transactionDate: days.size === 1 ? day : row.get('date'),
      price: cellOf(price),
      consideration: cellOf(productOf(units, price)),
    },
    ...joinNotes(PLAN, days.size > 1 && 'Its lots vested on several days. Enter each on its own.'),
  };
}

/** The lots of a sale make its units, and at their prices its amount before the fee. */
function sale({ row, lots }: PlanEvent): ProfileRow {
  const [units, amount, fee] = [
    sizeOf(row.get('quantity')),
    sizeOf(row.get('amount')),
    sizeOf(row.get('feesandcommissions')),
  ];
  const gross = grossOf('SELL', amount, [fee]);
  const inLots = sumUnder(lots, 'shares');
  const product = sumOf(
    ...lots.map((lot) => {
      const [shares, price] = [sizeOf(lot.get('shares')), sizeOf(lot.get('saleprice'))];
      return shares === null || price === null ? null : multiply(shares, price);
    }),
  );
  const price = onlyOf(lots, 'saleprice');
  return {
    kind: 'transaction',
    cells: {
      ...cellsOf(row),
      transactionType: 'SELL',
      price: cellOf(price ?? priceOf(gross, units)),
      consideration: cellOf(gross),
      brokerCharge: cellOf(fee),
    },
    proof: { net: row.get('amount'), ...(price === null && { isPriceDerived: true }) },
    ...joinNotes(
      (inLots === null || inLots !== units) &&
        `The lots of the sale have ${cellOf(inLots) || 'no'} shares, but the sale ${cellOf(units) || 'none'}. Check the units.`,
      // One price is compared with the amount as in any row.
      price === null &&
        (product === null || gross === null || absolute(subtract(product, gross)) > TWO_PENCE) &&
        `The lots at their prices make ${cellOf(toPenny(product)) || 'nothing'}, but the amount before the fee is ${cellOf(gross)}. Check both.`,
    ),
  };
}

class Plan {
  private readonly events: readonly PlanEvent[];
  private readonly deposits: ReadonlyMap<PlanEvent, PlanEvent>;
  private readonly taxed: ReadonlyMap<BrokerRow, DividendTaxes<BrokerRow>>;
  private readonly answers = new Map<BrokerRow, ProfileRow>();

  constructor({ rows }: BrokerFile) {
    this.events = eventsOf(rows);
    this.deposits = depositsOfVests(this.events);
    this.taxed = taxesOfDividends(
      this.events.map(({ row }) => row),
      {
        isDividend: (row) => DIVIDEND.test(row.get('action').toLowerCase()),
        isTax: (row) => TAX.test(row.get('action').toLowerCase()),
        keyOf: (row) => `${row.get('date')}|${row.get('symbol')}`,
        amountOf: (row) => valueOf(row.get('amount')),
      },
    );
  }

  read({ rows }: BrokerFile): readonly ProfileRow[] {
    for (const event of this.events) {
      const answer = this.answers.get(event.row) ?? this.event(event);
      this.answers.set(event.row, answer);
      for (const lot of event.lots) this.answers.set(lot, { kind: 'joined', to: event.row.line });
    }
    return rows.map((row) => this.answers.get(row) ?? { kind: 'ignored' });
  }

  private event(event: PlanEvent): ProfileRow {
    const { row, kind } = event;
    if (kind === 'lapse') return vest(event, this.deposits.get(event));
    if (kind === 'deposit' && row.get('quantity') !== '') return depositOf(event);
    if (SALE.test(kind)) return sale(event);
    if (DIVIDEND.test(kind)) return this.dividend(row);
    if (TAX.test(kind) && row.get('symbol') !== '')
      return { kind: 'fault', message: TAX_WITHOUT_DIVIDEND, cells: cellsOf(row) };
    const moved = CASH.find(([pattern]) => pattern.test(kind))?.[1];
    if (moved === undefined) return unknownKind('Schwab', 'action', row.get('action'), cellsOf(row));
    return cash({
      kind: moved,
      date: row.get('date'),
      amount: valueOf(row.get('amount')),
      currency: 'USD',
      words: [row.get('action'), row.get('description')].filter((text) => text !== '').join(': '),
    });
  }

  private dividend(row: BrokerRow): ProfileRow {
    const dividend = taxedDividend(row, this.taxed.get(row), (one) => valueOf(one.get('amount')), {
      currencyOf: () => 'USD',
      countryOf: (taxes) => (taxes.every((tax) => /^nra/iu.test(tax.get('action'))) ? 'US' : ''),
    });
    for (const tax of dividend.taxes) this.answers.set(tax, { kind: 'joined', to: row.line });
    return {
      kind: 'transaction',
      cells: { ...cellsOf(row), transactionType: 'DIVIDEND', ...dividend.cells },
      ...joinNotes(...dividend.notes),
    };
  }
}

export const schwabAwards: Profile = {
  broker: 'Charles Schwab',
  paysNegative: true,
  dateOrder: 'mdy',
  header: {
    all: [
      'date',
      'action',
      'symbol',
      'description',
      'quantity',
      'feesandcommissions',
      'disbursementelection',
      'amount',
    ],
  },
  read: (file) => new Plan(file).read(file),
};
