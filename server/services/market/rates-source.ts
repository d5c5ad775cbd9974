/**
 * The source of exchange rates: units of each currency for one US dollar, as `{base, timestamp, rates}`, or with the names
 * `base_code` and `time_last_update_unix` that open.er-api.com uses. Not yet tried against a source itself.
 */
import { millisecondsInDay } from 'date-fns/constants';
import type { Rate } from '../../../domain/values/amount.ts';
import { figureOf } from './quote.ts';

export interface UsdRates {
  /** Milliseconds since 1970; null when the source does not state it. */
  readonly statedAt: number | null;
  readonly rates: readonly { readonly currency: string; readonly rate: Rate }[];
}

/** Reads a reply, or names what is wrong with it; `now` in milliseconds since 1970. */
export function readRates(
  body: string,
  now: number,
): { readonly ok: true; readonly value: UsdRates } | { readonly ok: false; readonly message: string } {
  let data: Readonly<Record<string, unknown>>;
  try {
    data = (JSON.parse(body) ?? {}) as Record<string, unknown>;
  } catch {
    return { ok: false, message: 'returned a response that could not be read' };
  }
  const base = data['base'] ?? data['base_code'];
  if (base !== 'USD') return { ok: false, message: 'returned rates that are not for one US dollar' };
  const given = data['rates'];
  if (typeof given !== 'object' || given === null) return { ok: false, message: 'gave no rates' };
  const rates = Object.entries(given).flatMap(([currency, value]) => {
    const rate = figureOf<'rate'>(value);
    return rate === null || currency === 'USD' || !/^[A-Z]{3}$/u.test(currency) ? [] : [{ currency, rate }];
  });
  // Without the pound the rates cannot value anything.
  if (!rates.some(({ currency }) => currency === 'GBP'))
    return { ok: false, message: 'returned no rate for the pound' };
  const seconds = data['timestamp'] ?? data['time_last_update_unix'];
  const statedAt = typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null;
  if (statedAt !== null && statedAt <= 0) return { ok: false, message: 'returned rates with a date before 1970' };
  if (statedAt !== null && statedAt > now + millisecondsInDay)
    return { ok: false, message: 'returned rates with a date in the future' };
  return { ok: true, value: { statedAt, rates } };
}
