/** The time range of a price history: presets, the custom range's rules, and how it is kept (001 §2.7, §4, §5). */
import { millisecondsInHour } from 'date-fns/constants';
import { addDays, daysBetween, parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { PriceRange } from '../../data/records/prices.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';

export const TIME_RANGES = [
  { value: '7d', label: 'Last 7 days', days: 7 },
  { value: '30d', label: 'Last 30 days', days: 30 },
  { value: '90d', label: 'Last 90 days', days: 90 },
  { value: '1y', label: 'Last year', days: 365 },
  { value: 'all', label: 'All available data', days: null },
  { value: 'custom', label: 'Custom range', days: null },
] as const;
export type TimeRange = (typeof TIME_RANGES)[number]['value'];

/** Typed days, or the text while it is not a day. */
export interface CustomDates {
  readonly start: string;
  readonly end: string;
}

export const NO_DATES: CustomDates = { start: '', end: '' };

/** A range as it is chosen. */
export interface ChosenRange {
  readonly range: TimeRange;
  readonly custom: CustomDates;
}

const MOST_DAYS = 5 * 365;

/** Why a custom range cannot be shown; null when it can, and while one of its days is missing. */
export function customRangeFault({ start, end }: CustomDates, today: IsoDate): string | null {
  const [from, to] = [parseIsoDate(start), parseIsoDate(end)];
  if ((from !== null && from > today) || (to !== null && to > today)) return 'Dates cannot be in the future';
  if (from === null || to === null) return null;
  if (from > to) return 'Start date must be before end date';
  return daysBetween(from, to) > MOST_DAYS ? 'Date range cannot exceed 5 years' : null;
}

/** How many days a preset goes back; null for all and for a custom range. */
export function daysBack(range: TimeRange): number | null {
  return TIME_RANGES.find(({ value }) => value === range)?.days ?? null;
}

/** The days to show; null for a custom range that is incomplete or not allowed: nothing is loaded then. */
export function daysOf({ range, custom }: ChosenRange, today: IsoDate): PriceRange | null {
  if (range === 'custom') {
    const [from, to] = [parseIsoDate(custom.start), parseIsoDate(custom.end)];
    return from === null || to === null || customRangeFault(custom, today) !== null ? null : { from, to };
  }
  const days = daysBack(range);
  return days === null ? { from: null, to: null } : { from: addDays(today, -days), to: today };
}

function keyOf(assetId: string): string {
  return `price-history-date-range-${assetId}`;
}

/** What is kept under the asset's key (001 §3). */
interface CachedRange {
  readonly selectedTimeRange: TimeRange;
  readonly customStartDate: string;
  readonly customEndDate: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

export function keepRange(assetId: string, { range, custom }: ChosenRange, now: number): void {
  const cached: CachedRange = {
    selectedTimeRange: range,
    customStartDate: custom.start,
    customEndDate: custom.end,
    timestamp: now,
  };
  storeSessionValue(keyOf(assetId), cached);
}

/** The range that was stored for the asset within the last hour; null when there is none that can be read. */
export function keptRange(assetId: string, now: number): ChosenRange | null {
  const stored = readSessionValue(keyOf(assetId));
  if (typeof stored !== 'object' || stored === null) return null;
  const { selectedTimeRange, customStartDate, customEndDate, timestamp } = stored as Partial<
    Record<keyof CachedRange, unknown>
  >;
  const range = TIME_RANGES.find(({ value }) => value === selectedTimeRange)?.value;
  if (range === undefined || typeof timestamp !== 'number' || now - timestamp > millisecondsInHour) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { range, custom: { start: text(customStartDate), end: text(customEndDate) } };
}
