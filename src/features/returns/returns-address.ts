/** Period and scope of the returns screen, as its address has them. */
import { parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import { ASSET_CATEGORIES, isOptionOf, TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import {
  ownPeriod,
  PERIOD_CHOICES,
  type PeriodChoice,
  type PeriodFault,
} from '../../../domain/returns/figures/periods.ts';
import type { ScopeDimension } from '../../../domain/returns/answers/returns-view.ts';
import type { ReturnsScope } from '../../../domain/returns/book/scope.ts';
import type { ReturnsRequest } from '../../../workers/api/worker-api.ts';

export const SPLIT_CHOICES = [
  { value: 'accountId', label: 'Account holder' },
  { value: 'taxWrapper', label: 'Tax wrapper' },
  { value: 'brokerId', label: 'Broker' },
  { value: 'category', label: 'Asset category' },
] as const satisfies readonly { value: ScopeDimension; label: string }[];

export interface ReturnsAddress {
  readonly choice: PeriodChoice;
  /** Own dates as typed. */
  readonly from: string;
  readonly to: string;
  readonly scope: ReturnsScope;
  readonly splitBy: ScopeDimension;
}

const NAMES = {
  accountId: 'holder',
  taxWrapper: 'wrapper',
  brokerId: 'broker',
  category: 'category',
  isin: 'holding',
} as const;
const DEFAULT_CHOICE: PeriodChoice = '1y';

/** Whatever the address omits or gets wrong is everything over the last year. */
export function readAddress(search: URLSearchParams): ReturnsAddress {
  const text = (name: string): string => search.get(name) ?? '';
  const [wrapper, category, period] = [text('wrapper'), text('category'), text('period')];
  const hasDates = search.has('from') || search.has('to');
  return {
    choice: hasDates ? 'own' : isOptionOf(PERIOD_CHOICES, period) ? period : DEFAULT_CHOICE,
    from: text('from'),
    to: text('to'),
    scope: {
      ...(search.has('holder') && { accountId: text('holder') }),
      ...(isOptionOf(TAX_WRAPPER_OPTIONS, wrapper) && { taxWrapper: wrapper }),
      ...(search.has('broker') && { brokerId: text('broker') }),
      ...(isOptionOf(ASSET_CATEGORIES, category) && { category }),
      ...(search.has('holding') && { isin: text('holding') }),
    },
    splitBy: SPLIT_CHOICES.find(({ value }) => value === text('by'))?.value ?? 'accountId',
  };
}

/** The address that `readAddress` reads, without its defaults. */
export function writeAddress({ choice, from, to, scope, splitBy }: ReturnsAddress): URLSearchParams {
  const search = new URLSearchParams();
  if (choice === 'own') {
    search.set('from', from);
    search.set('to', to);
  } else if (choice !== DEFAULT_CHOICE) search.set('period', choice);
  for (const [field, name] of Object.entries(NAMES)) {
    const value = scope[field as keyof ReturnsScope];
    if (value !== undefined) search.set(name, value);
  }
  if (splitBy !== 'accountId') search.set('by', splitBy);
  return search;
}

/** The period to ask for, or what is wrong with the dates. */
export function periodAsked(
  { choice, from, to }: ReturnsAddress,
  today: IsoDate,
): { readonly period: ReturnsRequest['period'] | null; readonly faults: readonly PeriodFault[] } {
  if (choice !== 'own') return { period: choice, faults: [] };
  const read = ownPeriod({ from, to }, today);
  return 'from' in read ? { period: read, faults: [] } : { period: null, faults: read };
}

const FAULT_TEXT: Readonly<Record<PeriodFault['reason'], string>> = {
  notADate: 'Enter a date as dd/mm/yyyy.',
  inFuture: 'The date must not be in the future.',
  afterClosing: 'The opening day must not be after the closing day.',
};

/** What is wrong with a date, at its field. */
export function faultAt(field: PeriodFault['field'], faults: readonly PeriodFault[]): string | undefined {
  const found = faults.find((fault) => fault.field === field);
  return found && FAULT_TEXT[found.reason];
}

/** The first dates of a custom period: the days that are shown. */
export function ownDates(
  address: ReturnsAddress,
  shown: { readonly from: string; readonly to: string } | null,
): ReturnsAddress {
  const known = parseIsoDate(address.from) !== null && parseIsoDate(address.to) !== null;
  return { ...address, choice: 'own', ...(!known && shown !== null && { from: shown.from, to: shown.to }) };
}
