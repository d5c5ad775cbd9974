/** The demo couple's other assets: savings, cash at brokers and properties, and the targets of the portfolio. */
import type { Fraction, Money, Percent, Pounds } from '../values/amount.ts';
import { add, exact, toAmount } from '../values/decimal.ts';
import { addDays, dateFromParts, daysBetween, type IsoDate } from '../values/dates.ts';
import type { AssetCategory, Currency } from '../fields/enums.ts';
import type {
  BrokerCashBalance,
  Property,
  PropertyPrice,
  SavingsAccount,
  TargetAllocation,
} from '../records/records.ts';
import { taxYearOf, taxYearStarting, type TaxYear } from '../values/tax-year.ts';
import { PLACES, type Holder, type PlaceKey } from './plans.ts';
import { randomOf } from './random.ts';

export interface WealthSources {
  readonly seed: string;
  readonly firstYear: number;
  /** The last day of the story. */
  readonly lastDay: IsoDate;
  readonly accountIdOf: (holder: Holder) => string;
  readonly brokerIdOf: (name: string) => string;
  readonly bankNameIdOf: (name: string) => string;
  readonly newId: (day: IsoDate) => string;
  /** The balance of a place's ledger. */
  readonly cashAt: (place: Pick<BrokerCashBalance, 'accountId' | 'brokerId' | 'taxWrapper'>) => Money;
}

/** A savings account's balance on a day. */
export interface SavingsBalance {
  readonly savingsAccountId: string;
  readonly date: IsoDate;
  readonly balance: Pounds;
}

/** The amount paid into a cash ISA in a tax year. */
export interface CashIsaPayment {
  readonly accountId: string;
  readonly savingsAccountId: string;
  readonly taxYear: TaxYear;
  readonly paidIn: Pounds;
}

export interface Wealth {
  readonly savingsAccounts: readonly SavingsAccount[];
  readonly savingsBalances: readonly SavingsBalance[];
  readonly cashIsaPayments: readonly CashIsaPayment[];
  readonly brokerCashBalances: readonly BrokerCashBalance[];
  readonly properties: readonly Property[];
  readonly propertyPrices: readonly PropertyPrice[];
}

interface SavingsPlan {
  readonly holder: Holder;
  readonly bank: string;
  readonly type: string;
  /** The year counts from the first. */
  readonly opened: readonly [year: number, month: number, day: number];
  readonly closed?: readonly [year: number, month: number, day: number];
  readonly balance: number;
  readonly rate: number | null;
  readonly reference?: string;
  readonly notes?: string;
  /** Payments into a cash ISA in pounds: in the tax year of its opening, and in each later year. */
  readonly paidIn?: readonly [first: number, later: number];
}

const SAVINGS: readonly SavingsPlan[] = [
  {
    holder: 'alex',
    bank: 'Nationwide Building Society',
    type: 'Current Account',
    opened: [-6, 9, 3],
    balance: 3_418.27,
    rate: null,
    reference: 'Household',
  },
  {
    holder: 'alex',
    bank: 'Chase',
    type: 'Easy Access Saver',
    opened: [6, 11, 15],
    balance: 12_650,
    rate: 0.0375,
    notes: 'Six months of expenses.',
  },
  {
    holder: 'alex',
    bank: 'Marcus by Goldman Sachs',
    type: 'Fixed Rate Saver',
    opened: [5, 2, 1],
    closed: [7, 2, 1],
    balance: 0,
    rate: 0.011,
    reference: '2 year bond',
    notes: 'Matured.',
  },
  { holder: 'alex', bank: 'NS&I', type: 'Premium Bonds', opened: [3, 6, 20], balance: 25_000, rate: null },
  { holder: 'sam', bank: 'Santander', type: 'Regular Saver', opened: [8, 7, 8], balance: 4_275.5, rate: 0.05 },
  {
    holder: 'sam',
    bank: 'Coventry Building Society',
    type: 'Cash ISA',
    opened: [2, 4, 10],
    balance: 18_204.36,
    rate: 0.0432,
    reference: 'Cash ISA',
    paidIn: [6000, 1000],
  },
];

/**
 * The brokers' stated balances: the ledger's balance plus `beside`, for which a row is missing, or a balance in a
 * currency without a ledger.
 */
const CASH: readonly (
  | { readonly place: PlaceKey; readonly currency: 'GBP'; readonly beside?: number; readonly notes?: string }
  | { readonly place: PlaceKey; readonly currency: Currency; readonly balance: number; readonly notes?: string }
)[] = [
  { place: 'alexNewIsa', currency: 'GBP' },
  { place: 'alexDealing', currency: 'GBP', notes: 'Dividends waiting to be invested.' },
  { place: 'alexDealing', balance: 250.75, currency: 'USD' },
  { place: 'alexSipp', currency: 'GBP' },
  { place: 'samIsa', currency: 'GBP' },
  { place: 'samDealing', currency: 'GBP', beside: 12.4 },
];

interface PropertyPlan {
  readonly holder: Holder;
  readonly name: string;
  readonly address: string;
  readonly bought: readonly [year: number, month: number, day: number];
  readonly price: number;
  /** Per year. */
  readonly growth: number;
  readonly notes: string;
}

const PROPERTIES: readonly PropertyPlan[] = [
  {
    holder: 'alex',
    name: 'Home',
    address: '14 Larch Avenue\nLeeds\nLS8 0AA',
    bought: [-4, 7, 27],
    price: 262_500,
    growth: 0.034,
    notes: '',
  },
  {
    holder: 'sam',
    name: 'Flat to let',
    address: 'Flat 3, 52 Harbour Street\nWhitstable\nCT5 0AA',
    bought: [2, 11, 16],
    price: 184_000,
    growth: 0.021,
    notes: 'Let since February of the following year.',
  },
];

/** In percent of the portfolio; together 100. */
const TARGETS: readonly (readonly [AssetCategory, number])[] = [
  ['CASH', 12.5],
  ['PRECIOUS_METALS', 2.5],
  ['LT_BONDS', 10],
  ['US_SCV', 5],
  ['EM_TSM', 7.5],
  ['UK_TSM', 5],
  ['US_TSM', 10],
  ['DEVELOPED_WORLD_TSM', 35],
  ['NON_CORE', 12.5],
];

/** Savings, cash and properties as of the last day; later ones are left out. */
export function makeWealth(sources: WealthSources): Wealth {
  const dayOf = ([year, month, day]: readonly [number, number, number]): IsoDate => {
    const date = dateFromParts(sources.firstYear + year, month, day);
    if (date === null) throw new RangeError(`no such day: ${year}-${month}-${day}`);
    return date;
  };
  const properties: Property[] = [];
  const propertyPrices: PropertyPrice[] = [];
  for (const plan of PROPERTIES.filter(({ bought }) => dayOf(bought) <= sources.lastDay)) {
    const property: Property = {
      id: sources.newId(sources.lastDay),
      accountId: sources.accountIdOf(plan.holder),
      name: plan.name,
      address: plan.address,
      datePurchased: dayOf(plan.bought),
      purchasePrice: plan.price as Money,
      currency: 'GBP',
      notes: plan.notes,
    };
    properties.push(property);
    propertyPrices.push(...pricesOf(property, plan.growth, sources));
  }
  const savings = savingsOf(sources, dayOf);
  const savingsAccounts = savings.map(({ account }) => account);
  return {
    savingsAccounts,
    cashIsaPayments: savings.flatMap(({ account, plan }) => paymentsOf(account, plan, sources.lastDay)),
    savingsBalances: savingsAccounts.flatMap((account) => balancesOf(account, sources.seed)),
    brokerCashBalances: cashOf(sources),
    properties,
    propertyPrices,
  };
}

function savingsOf(
  sources: WealthSources,
  dayOf: (day: readonly [number, number, number]) => IsoDate,
): { readonly plan: SavingsPlan; readonly account: SavingsAccount }[] {
  const random = randomOf(`${sources.seed}/bank`);
  const digits = (count: number) => String(Math.floor(random.next() * 10 ** count)).padStart(count, '0');
  return SAVINGS.filter(({ opened }) => dayOf(opened) <= sources.lastDay).map((plan) => {
    const closed = plan.closed === undefined || dayOf(plan.closed) > sources.lastDay ? null : dayOf(plan.closed);
    const account: SavingsAccount = {
      id: sources.newId(sources.lastDay),
      bankNameId: sources.bankNameIdOf(plan.bank),
      accountType: plan.type,
      accountId: sources.accountIdOf(plan.holder),
      accountOpenDate: dayOf(plan.opened),
      accountCloseDate: closed,
      latestBalance: plan.balance as Pounds,
      latestBalanceDate: closed ?? sources.lastDay,
      interestRate: plan.rate as Fraction | null,
      accountReference: plan.reference ?? '',
      sortCode: `${digits(2)}-${digits(2)}-${digits(2)}`,
      accountNumber: digits(8),
      notes: plan.notes ?? '',
      ...(plan.paidIn !== undefined && { isCashIsa: true }),
    };
    return { plan, account };
  });
}

/** A statement for each tax year since the opening. */
function paymentsOf(
  { id, accountId, accountOpenDate }: SavingsAccount,
  { paidIn }: SavingsPlan,
  lastDay: IsoDate,
): CashIsaPayment[] {
  const payments: CashIsaPayment[] = [];
  if (paidIn === undefined) return payments;
  const [first, last] = [accountOpenDate, lastDay].map((day) => Number(taxYearOf(day).slice(0, 4))) as [number, number];
  for (let year = first; year <= last; year += 1) {
    const amount = (year === first ? paidIn[0] : paidIn[1]) as Pounds;
    payments.push({ accountId, savingsAccountId: id, taxYear: taxYearStarting(year), paidIn: amount });
  }
  return payments;
}

/** Days between two balances of an account. */
const BALANCE_STEP = 182;
/** A balance that a now empty account had in the past. */
const BEFORE_CLOSING = 5000;

/** A balance every half year since the opening, rising with some variation to the latest one. */
function balancesOf(
  { id, bankNameId, accountOpenDate, latestBalance, latestBalanceDate }: SavingsAccount,
  seed: string,
): SavingsBalance[] {
  const random = randomOf(`${seed}/${bankNameId}/${accountOpenDate}`);
  const days = daysBetween(accountOpenDate, latestBalanceDate);
  const full = latestBalance === 0 ? BEFORE_CLOSING : latestBalance;
  const balances: SavingsBalance[] = [];
  for (let day = 0; day < days; day += BALANCE_STEP) {
    const share = 0.35 + (0.6 * day) / days + 0.03 * random.normal();
    balances.push({
      savingsAccountId: id,
      date: addDays(accountOpenDate, day),
      balance: (Math.round(full * Math.max(0.1, share) * 100) / 100) as Pounds,
    });
  }
  return [...balances, { savingsAccountId: id, date: latestBalanceDate, balance: latestBalance }];
}

function cashOf(sources: WealthSources): BrokerCashBalance[] {
  return CASH.map((plan) => {
    const { holder, broker, taxWrapper } = PLACES[plan.place];
    const place = { accountId: sources.accountIdOf(holder), brokerId: sources.brokerIdOf(broker), taxWrapper };
    return {
      id: sources.newId(sources.lastDay),
      ...place,
      cashBalance:
        'balance' in plan
          ? (plan.balance as Money)
          : toAmount(add(exact(sources.cashAt(place)), exact((plan.beside ?? 0) as Money))),
      currency: plan.currency,
      notes: plan.notes ?? '',
      lastUpdated: sources.lastDay,
    };
  });
}

/** A valuation every June and December, to the nearest £500. */
function pricesOf(property: Property, growth: number, sources: WealthSources): PropertyPrice[] {
  const random = randomOf(`${sources.seed}/${property.name}`);
  const prices: PropertyPrice[] = [];
  let value: number = property.purchasePrice;
  for (let year = Number(property.datePurchased.slice(0, 4)); year <= Number(sources.lastDay.slice(0, 4)); year += 1) {
    for (const month of [6, 12]) {
      const priceDate = dateFromParts(year, month, 15);
      if (priceDate === null || priceDate <= property.datePurchased || priceDate > sources.lastDay) continue;
      value *= 1 + growth / 2 + 0.006 * random.normal();
      prices.push({
        id: sources.newId(priceDate),
        propertyId: property.id,
        priceDate,
        price: (Math.round(value / 500) * 500) as Money,
        currency: 'GBP',
      });
    }
  }
  return prices;
}

/** The targets of the portfolio; together 100 %. */
export function makeTargets(newId: () => string): TargetAllocation[] {
  return TARGETS.map(([assetCategory, percentage]) => ({
    id: newId(),
    assetCategory,
    targetPercentage: percentage as Percent,
  }));
}
