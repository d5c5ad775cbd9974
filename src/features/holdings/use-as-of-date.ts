import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { checkAsOfDate } from './as-of-date.ts';

/** How long a message about the query parameter stays, in milliseconds (001 §9). */
export const QUERY_MESSAGE_MS = 5000;
const PARAMETER = 'asOfDate';

export interface AsOfDate {
  /** The day asked for, or empty for today. */
  readonly date: IsoDate | '';
  /** Why the last date that was typed or picked was refused. */
  readonly message: string | null;
  /** Why the date of the address was refused: shown for 5 seconds. */
  readonly queryMessage: string | null;
  /** Applies a typed or picked date, or empty text to return to today; a refused date is cleared. */
  readonly choose: (value: string) => void;
}

function withDate(parameters: URLSearchParams, date: IsoDate | ''): URLSearchParams {
  const after = new URLSearchParams(parameters);
  if (date === '') after.delete(PARAMETER);
  else after.set(PARAMETER, date);
  return after;
}

/**
 * A day that is shown before it is in the address: changing the address takes the router longer than requesting the
 * figures.
 */
interface Ahead {
  readonly date: IsoDate | '';
  /** What the address may be until it has followed. */
  readonly behind: readonly (string | null)[];
}

/** The address's value for a day: none for today. */
function parameterOf(date: IsoDate | ''): string | null {
  return date === '' ? null : date;
}

/**
 * The chosen day over that of the address and over a choice `before` that the address has not followed yet; null when
 * the address has it already.
 */
function aheadOf(date: IsoDate | '', raw: string | null, before: Ahead | null): Ahead | null {
  const passed = before === null ? [raw] : [raw, ...before.behind, parameterOf(before.date)];
  const behind = passed.filter((value) => value !== parameterOf(date));
  return behind.length === 0 ? null : { date, behind };
}

/**
 * The as-of date, kept in the query parameter of that name so that a link shows the same holdings.
 * `saved` is taken on entry when the link has none, and so is the day shown when a link leads here from here.
 */
export function useAsOfDate(saved: IsoDate | '', today: IsoDate): AsOfDate {
  const [parameters, setParameters] = useSearchParams();
  const [ahead, setAhead] = useState(() => aheadOf(saved, null, null));
  const [message, setMessage] = useState<{ readonly text: string; readonly fromQuery: boolean } | null>(null);
  const { key } = useLocation();
  const arrival = useNavigationType();
  const raw = parameters.get(PARAMETER);
  const check = raw === null ? null : checkAsOfDate(raw, today);
  const refused = check?.ok === false ? check.message : null;

  const inAddress = check?.ok === true ? check.date : '';
  const date = ahead?.date ?? inAddress;
  const [last, setLast] = useState({ key, date });
  if (last.key !== key) {
    const isLed = arrival === 'PUSH' && raw === null && ahead === null;
    if (isLed) setAhead(aheadOf(last.date, raw, null));
    setLast({ key, date: isLed ? last.date : date });
  } else if (last.date !== date) setLast({ key, date });

  if (ahead !== null && !ahead.behind.includes(raw)) setAhead(null);
  if (refused !== null && message?.text !== refused) setMessage({ text: refused, fromQuery: true });

  const write = useCallback(
    (date: IsoDate | '') => {
      setParameters((before) => withDate(before, date), { replace: true });
    },
    [setParameters],
  );

  const writeOnArrival = useEffectEvent(() => {
    if (ahead !== null && raw === null) write(ahead.date);
  });
  useEffect(() => {
    writeOnArrival();
  }, [key]);

  useEffect(() => {
    if (refused !== null) write('');
  }, [refused, write]);

  useEffect(() => {
    if (message?.fromQuery !== true) return undefined;
    const timer = setTimeout(() => setMessage(null), QUERY_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const choose = (value: string) => {
    const chosen = value.trim() === '' ? null : checkAsOfDate(value, today);
    setMessage(chosen?.ok === false ? { text: chosen.message, fromQuery: false } : null);
    const day = chosen?.ok === true ? chosen.date : '';
    setAhead(aheadOf(day, raw, ahead));
    // Also a return to the address's day: the address may be about to change to the choice before.
    write(day);
  };

  const said = message?.text ?? null;
  const isQuery = message?.fromQuery === true;
  return {
    date,
    message: isQuery ? null : said,
    queryMessage: isQuery ? said : null,
    choose,
  };
}
