/** Every sentence about allowances, without amounts of the holder's: what is used and left, and what is not known. */
import { isPartOfIsa, type AllowanceGap, type AllowanceKind } from '../../../domain/allowances/allowance.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type {
  AllowanceRowView,
  AllowanceView,
  CashIsaView,
  HolderAllowancesView,
} from '../../../workers/api/worker-api.ts';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

export const ABOUT =
  'How much of each allowance is used and left in a tax year, from your records and statements. Nothing here is advice.';

export const ANNOUNCED =
  'Announced from 6 April 2027: a lower limit for cash ISAs of those under 65, no transfers from stocks and shares ISAs to cash ISAs, and a charge on interest on cash in other ISAs.';

export const NO_SAVINGS_INTEREST =
  'Savings accounts record only balances here, so their interest is not in this figure.';

export const UNCLEAR =
  'These payments are not counted because their records lack the kind of contribution, the other side of the transfer or the amount in pounds.';

export const CARRIED_FORWARD = 'Brought into this year from the three years before, the oldest first.';

const LABELS: Readonly<Record<AllowanceKind, string>> = {
  isa: 'ISA subscriptions',
  cashIsa: 'Of which cash ISA',
  lisa: 'Of which lifetime ISA',
  juniorIsa: 'Junior ISA subscriptions',
  pension: 'Pension annual allowance',
  pensionMoneyPurchase: 'Money purchase annual allowance',
  gains: 'Capital gains exempt amount',
  dividends: 'Dividend allowance',
  savings: 'Personal savings allowance',
  startingRate: 'Starting rate for savings',
};

export const ALLOWANCE_KINDS = Object.keys(LABELS) as readonly AllowanceKind[];

export function allowanceLabel(kind: AllowanceKind): string {
  return LABELS[kind];
}

/** The text after the amount above a limit; null where it means nothing to the holder. */
export function beyondText(kind: AllowanceKind): string | null {
  switch (kind) {
    case 'isa':
    case 'cashIsa':
    case 'lisa':
    case 'juniorIsa':
      return 'over: tell the ISA manager';
    case 'pension':
    case 'pensionMoneyPurchase':
      return 'over: an annual allowance charge may be due';
    case 'gains':
    case 'dividends':
    case 'savings':
      return 'above it and taxed';
    case 'startingRate':
      return null;
  }
}

/** Whether nobody may go above it: the bar is then red. */
export function isFault(kind: AllowanceKind): boolean {
  return beyondText(kind)?.startsWith('over') === true;
}

/** A cash ISA among the savings accounts, within a sentence. */
export function cashIsaName({ name }: Pick<CashIsaView, 'name'>): string {
  return name ?? 'a removed savings account';
}

/** What is left out of a figure or not known about it. */
export function notesOf(
  { kind, gaps, lastDay }: Pick<AllowanceView, 'kind' | 'gaps' | 'lastDay'>,
  { hasSavings, cashIsas, taxYear }: Pick<HolderAllowancesView, 'hasSavings' | 'cashIsas' | 'taxYear'>,
): readonly string[] {
  const unstated = cashIsas.filter(({ paidIn }) => paidIn === null);
  return [
    ...(kind === 'savings' && hasSavings ? [NO_SAVINGS_INTEREST] : []),
    ...(lastDay === null ? [] : [`Because of age, the last day for payments is ${dateInSentence(lastDay)}.`]),
    ...gapsToShow(kind, gaps).flatMap((gap) =>
      gap === 'cashIsaPayments'
        ? unstated.map((isa) => `What was paid into ${cashIsaName(isa)} in ${taxYear} is not recorded.`)
        : [gapText(gap, kind)],
    ),
  ];
}

function gapText(gap: Exclude<AllowanceGap, 'cashIsaPayments'>, kind: AllowanceKind): string {
  switch (gap) {
    case 'otherSubscriptions':
      return 'Payments into ISAs that are not recorded here are not in this figure.';
    case 'dateOfBirth':
      return 'The limit depends on age, and no date of birth is recorded.';
    case 'flexibility':
      return 'A withdrawal does not free any allowance here unless the ISA is recorded as flexible.';
    case 'movedSubscriptions':
      return 'Money paid in this year may have moved to another ISA before a withdrawal. It is counted in the ISA into which it was paid; the ISA manager knows how much still counts.';
    case 'income':
      return kind === 'pension'
        ? 'Shown in full because no income is recorded. A high income would reduce it.'
        : 'This depends on your other income for the year, which is not recorded.';
    case 'pensionMembership':
      return 'Nothing is carried forward from earlier years unless the first year of membership is recorded.';
    case 'definedBenefits':
      return 'Contributions that you stated are counted in full, but those to defined benefit schemes use a different allowance.';
    case 'alternativeAllowance':
      return 'More was paid in than the money purchase annual allowance, so this is the alternative annual allowance, for all other pension savings.';
    case 'pensionContributions':
      return 'Contributions that are not recorded here are not in this figure.';
    case 'notFinal':
      return 'Not final: a purchase within 30 days of a sale can still change its gain.';
  }
}

/** Said once, at the allowance of which the others are parts. */
const SAID_AT_ISA: ReadonlySet<AllowanceGap> = new Set([
  'otherSubscriptions',
  'cashIsaPayments',
  'flexibility',
  'movedSubscriptions',
]);

export function gapsToShow(kind: AllowanceKind, gaps: readonly AllowanceGap[]): readonly AllowanceGap[] {
  if (!isPartOfIsa(kind)) return gaps;
  // The limit for cash can depend on age where the others do not.
  return gaps.filter((gap) => !SAID_AT_ISA.has(gap) && (kind === 'cashIsa' || gap !== 'dateOfBirth'));
}

/** The label of a row. */
export function rowText({ source, name }: Pick<AllowanceRowView, 'source' | 'name'>): string {
  switch (source.kind) {
    case 'stated':
      return 'Stated by you';
    case 'lossesBroughtForward':
      return 'Losses brought forward';
    case 'startingRate':
      return 'Covered by the starting rate for savings';
    case 'personalAllowance':
      return 'Covered by the personal allowance';
    case 'transaction':
    case 'disposal':
      return name ?? 'A record';
    case 'savingsAccount':
      return name ?? 'A removed savings account';
  }
}

/** What is stated of a whole year has no day. */
export function rowDate({ date, source }: Pick<AllowanceRowView, 'date' | 'source'>): IsoDate | null {
  return source.kind === 'stated' || source.kind === 'savingsAccount' ? null : date;
}

/** The record behind a row, where there is one. */
export function rowAddress({ source: { kind, id }, name }: Pick<AllowanceRowView, 'source' | 'name'>): string | null {
  if (kind === 'transaction' || kind === 'disposal') return transactionPath(id);
  return kind === 'savingsAccount' && name !== null ? `/savings-accounts/${id}/edit` : null;
}

export function daysLeftText(taxYear: string, daysLeft: number | null, hasBegun: boolean): string {
  const end = `5 April ${Number(taxYear.slice(0, 4)) + 1}`;
  if (daysLeft === null) return `The tax year ended on ${end}.`;
  if (!hasBegun) return `The tax year begins on 6 April ${taxYear.slice(0, 4)}.`;
  if (daysLeft === 0) return `The tax year ends today, ${end}.`;
  return daysLeft === 1 ? `1 day left, to ${end}` : `${daysLeft} days left, to ${end}`;
}
