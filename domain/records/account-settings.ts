/** What an account holder states about an account beside its transactions; kept as the extra `account-settings/{account id}`. */
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import type { ExtraValue } from './extra.ts';

/** A period of days, both inclusive; without an end it is open. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate | null;
}

/** The rate that the holder chose (income/RULES.md 4.4); HMRC has not prescribed which day's rate applies. */
export interface RateSetting {
  readonly source: 'hmrcMonth' | 'day';
  readonly day: 'distributionDate' | 'periodEnd';
}

export interface AccountSettings {
  /** Whether currency conversion charges count as allowable cost (cgt/RULES.md 4.3). */
  readonly fxChargeAllowable: boolean;
  /** When the holder was not resident in the United Kingdom (cgt/RULES.md 3.6). */
  readonly notResident: readonly Period[];
  /**
   * The rate by which foreign income is converted to pounds (income/RULES.md 4.4); the default where nothing is
   * stated.
   */
  readonly incomeRate?: RateSetting;
  /**
   * The rate by which trades and payments of a file without pounds are converted (income/RULES.md 8.1); the day's
   * where nothing is stated.
   */
  readonly fileRate?: RateSetting['source'];
}

export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = { fxChargeAllowable: false, notResident: [] };

/** Reads stored settings; missing or invalid ones are the defaults. */
export function readAccountSettings(value: ExtraValue): AccountSettings {
  const { fxChargeAllowable, notResident, incomeRate, fileRate } = value;
  const rate = readRateSetting(incomeRate);
  return {
    fxChargeAllowable: fxChargeAllowable === true,
    notResident: Array.isArray(notResident) ? notResident.flatMap(readPeriod) : [],
    ...(rate !== null && { incomeRate: rate }),
    ...((fileRate === 'hmrcMonth' || fileRate === 'day') && { fileRate }),
  };
}

function readRateSetting(value: unknown): RateSetting | null {
  const { source, day } = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>;
  const isSource = source === 'hmrcMonth' || source === 'day';
  return isSource && (day === 'distributionDate' || day === 'periodEnd') ? { source, day } : null;
}

/** The settings as the extra stores them. */
export function accountSettingsValue({
  fxChargeAllowable,
  notResident,
  incomeRate,
  fileRate,
}: AccountSettings): ExtraValue {
  return {
    fxChargeAllowable,
    notResident: notResident.map(({ from, to }) => ({ from, to })),
    ...(incomeRate !== undefined && { incomeRate: { source: incomeRate.source, day: incomeRate.day } }),
    ...(fileRate !== undefined && { fileRate }),
  };
}

function readPeriod(value: unknown): Period[] {
  const { from, to } = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>;
  const [first, last] = [readDay(from), readDay(to)];
  if (first === null || (last === null && to !== null && to !== undefined)) return [];
  return [{ from: first, to: last }];
}

function readDay(value: unknown): IsoDate | null {
  return typeof value === 'string' ? parseIsoDate(value) : null;
}

export function isWithin(date: IsoDate, periods: readonly Period[]): boolean {
  return periods.some(({ from, to }) => date >= from && (to === null || date <= to));
}

export function areSameSettings(a: AccountSettings, b: AccountSettings): boolean {
  return (
    a === b ||
    (a.fxChargeAllowable === b.fxChargeAllowable &&
      a.notResident.length === b.notResident.length &&
      a.notResident.every(
        ({ from, to }, index) => from === b.notResident[index]?.from && to === b.notResident[index].to,
      ))
  );
}
