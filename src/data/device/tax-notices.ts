/** Whether this device shows notices of tax dates, of which, and which it has shown. Each device keeps its own. */
import type { IsoDate } from '../../../domain/values/dates.ts';
import { dueNotices, stillDue, type NoticeDate, type TaxNotice } from '../../../domain/tax-dates/tax-notices.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const KEY = 'taxNotices';

interface TaxNoticeState {
  readonly isOn: boolean;
  /** As they were last worked out, for the service worker, which cannot work them out. */
  readonly dates: readonly NoticeDate[];
  /** Ids of notices. */
  readonly shown: readonly string[];
}

const OFF: TaxNoticeState = { isOn: false, dates: [], shown: [] };

/** Off until it was turned on. */
export async function readTaxNotices(db: Pick<HoldfastDatabase, 'meta'>): Promise<TaxNoticeState> {
  return { ...OFF, ...((await db.meta.get(KEY))?.value as Partial<TaxNoticeState> | undefined) };
}

async function update(db: HoldfastDatabase, change: (state: TaxNoticeState) => Partial<TaxNoticeState>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const state = await readTaxNotices(db);
    await db.meta.put({ key: KEY, value: { ...state, ...change(state) } });
  });
}

/** Turns the notices of this device on or off; which were shown stays known. */
export async function turnTaxNotices(db: HoldfastDatabase, isOn: boolean): Promise<void> {
  await update(db, () => ({ isOn, ...(!isOn && { dates: [] }) }));
}

/** Keeps the dates of which notices may be shown. */
export async function keepNoticeDates(db: HoldfastDatabase, dates: readonly NoticeDate[]): Promise<void> {
  await update(db, () => ({ dates: dates.map(({ kind, date, taxYear }) => ({ kind, date, taxYear })) }));
}

/** Returns the notices that are due today, to one tab or worker alone: they then count as shown. */
export async function takeDueNotices(db: HoldfastDatabase, today: IsoDate): Promise<readonly TaxNotice[]> {
  let due: readonly TaxNotice[] = [];
  await update(db, ({ isOn, dates, shown }) => {
    due = isOn ? dueNotices(dates, today, new Set(shown)) : [];
    return { shown: [...stillDue(shown, today), ...due.map(({ id }) => id)] };
  });
  return due;
}

/** A notice that could not be shown is due again. */
export async function returnNotice(db: HoldfastDatabase, { id }: TaxNotice): Promise<void> {
  await update(db, ({ shown }) => ({ shown: shown.filter((one) => one !== id) }));
}
