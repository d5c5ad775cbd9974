import { useEffect, useState, useSyncExternalStore } from 'react';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Asset, PricePoint } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { priceBefore, priceHistory, type PriceRange } from '../../data/records/prices.ts';
import { answerText, type NoAnswer } from '../../sync/ask/ask-server.ts';
import { fetchLatestPrice, type HistoryRange, pullPriceHistory } from '../../sync/ask/price-calls.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { type Live, useOnce } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import {
  type ChosenRange,
  type CustomDates,
  customRangeFault,
  daysBack,
  daysOf,
  keepRange,
  keptRange,
  NO_DATES,
  type TimeRange,
} from './price-range.ts';

/** The server's words of a refusal; empty where it gave none, and the screen has its own for that (001 §8). */
function wordsOf(answer: NoAnswer): string {
  return answer.kind === 'refused' && answer.isSilent === true ? '' : answerText(answer);
}

/** How long the banners stay, in milliseconds (001 §9). */
const SUCCESS_MS = 3000;
const FAILURE_MS = 5000;

export interface PriceHistory {
  /** Newest first. */
  readonly prices: readonly PricePoint[];
  /** The newest price before the range, for the change of its oldest. */
  readonly before: PricePoint | undefined;
}

export type FetchNotice = { readonly tone: 'success' | 'error'; readonly text: string };

export interface PriceHistoryState {
  readonly chosen: ChosenRange;
  readonly rangeFault: string | null;
  readonly chooseRange: (range: TimeRange) => void;
  readonly chooseDates: (dates: Partial<CustomDates>) => void;
  readonly history: Live<PriceHistory>;
  readonly reload: () => void;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly fetching: boolean;
  readonly notice: FetchNotice | null;
  readonly fetchPrice: () => void;
  /** Saves the prices of the period as a file. */
  readonly exportPrices: () => void;
}

/** What is shown: the days, and how a server is asked for them. */
interface ShownRange {
  readonly days: PriceRange;
  readonly asked: HistoryRange;
}

function shownOf(chosen: ChosenRange, today: IsoDate): ShownRange | null {
  const days = daysOf(chosen, today);
  const back = daysBack(chosen.range);
  return days === null ? null : { days, asked: back === null ? days : { days: back } };
}

/** The request for a history did not reach the server, from which sync had last read at `lastReply`. */
class HistoryUnreached extends Error {
  readonly lastReply: string | null;

  constructor(message: string, lastReply: string | null) {
    super(message);
    this.lastReply = lastReply;
  }
}

/** A plain server sends no histories by itself: it is asked once for those that are shown, unless it cannot be. */
async function bringHistory(asset: Asset, shown: ShownRange | null): Promise<true> {
  const db = currentDatabase();
  if (shown === null || serverReach.isLost() || (await readSyncState(db)).mode !== 'plain') return true;
  const lastReply = serverReach.lastReply();
  const pulled = await pullPriceHistory(db, asset, shown.asked);
  if (pulled.kind === 'answer') return true;
  throw pulled.kind === 'offline' ? new HistoryUnreached(wordsOf(pulled), lastReply) : new Error(wordsOf(pulled));
}

async function readHistory(asset: Asset, shown: ShownRange | null): Promise<PriceHistory> {
  if (shown === null) return { prices: [], before: undefined };
  const db = currentDatabase();
  const prices = await priceHistory(db, asset.isin, shown.days);
  const oldest = prices.at(-1);
  const before = oldest === undefined ? null : await priceBefore(db, asset.isin, oldest.priceDate);
  return { prices, before: before ?? undefined };
}

/** The history of the days that are shown, brought from the server where it has to be; `reload` tries that again. */
function useShownHistory(
  asset: Asset,
  shown: ShownRange | null,
): { readonly history: Live<PriceHistory>; readonly reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const lost = useSyncExternalStore(serverReach.subscribe, serverReach.isLost);
  const brought = useOnce(() => bringHistory(asset, shown), [asset.isin, shown, attempt, lost]);
  const kept = useStored(() => readHistory(asset, shown), [asset.isin, shown, attempt]);
  const reload = () => {
    setAttempt((before) => before + 1);
  };
  useEffect(
    () =>
      brought.error instanceof HistoryUnreached ? serverReach.onceBack(brought.error.lastReply, reload) : undefined,
    [brought.error],
  );
  const history = {
    // Until the server has answered for the first time, an empty history says nothing.
    data: brought.data === undefined ? undefined : kept.data,
    error: brought.error ?? kept.error,
    loading: brought.loading || kept.loading,
  };
  return { history, reload };
}

export interface PriceHistoryOptions {
  readonly asset: Asset;
  readonly timeRange: TimeRange;
  readonly startDate: IsoDate | undefined;
  readonly endDate: IsoDate | undefined;
}

/** The state of a price history (001 §4). To be mounted again for another asset. */
export function usePriceHistory({ asset, timeRange, startDate, endDate }: PriceHistoryOptions): PriceHistoryState {
  const today = londonDate(useNow());
  const [chosen, setChosen] = useState<ChosenRange>(
    () =>
      keptRange(asset.id, Date.now()) ?? { range: timeRange, custom: { start: startDate ?? '', end: endDate ?? '' } },
  );
  // What is shown: nothing before a custom range is complete, and an incomplete one changes nothing of it.
  const [shown, setShown] = useState(() => shownOf(chosen, today));
  const [page, setPage] = useState(1);
  const [fetching, setFetching] = useState(false);
  const [notice, setNotice] = useState<FetchNotice | null>(null);
  const { history, reload } = useShownHistory(asset, shown);

  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(
      () => {
        setNotice(null);
      },
      notice.tone === 'success' ? SUCCESS_MS : FAILURE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [notice]);

  const load = (next: ChosenRange) => {
    keepRange(asset.id, next, Date.now());
    setShown(shownOf(next, today) ?? shown);
    setPage(1);
  };
  const chooseRange = (range: TimeRange) => {
    const next = { range, custom: range === 'custom' ? chosen.custom : NO_DATES };
    setChosen(next);
    load(next);
  };
  const chooseDates = (dates: Partial<CustomDates>) => {
    const next = { ...chosen, custom: { ...chosen.custom, ...dates } };
    setChosen(next);
    if (daysOf(next, today) !== null) load(next);
  };

  const fetchPrice = async () => {
    if (fetching) return;
    setFetching(true);
    setNotice(null);
    const fetched = await fetchLatestPrice(currentDatabase(), asset).catch((error: unknown) => {
      tellFault(error);
      return { kind: 'refused', status: 0, message: error instanceof Error ? error.message : '' } as const;
    });
    setFetching(false);
    setNotice(
      fetched.kind === 'answer'
        ? { tone: 'success', text: 'Latest price fetched successfully!' }
        : { tone: 'error', text: wordsOf(fetched) || 'Failed to fetch latest price' },
    );
  };

  const exportPrices = async () => {
    if (shown === null) return;
    setNotice(null);
    try {
      saveFile(await compute().exportPrices({ isin: asset.isin, ...shown.days }));
    } catch (error) {
      tellFault(error);
      setNotice({ tone: 'error', text: 'Failed to export prices. Please try again.' });
    }
  };

  return {
    chosen,
    history,
    page,
    fetching,
    notice,
    rangeFault: chosen.range === 'custom' ? customRangeFault(chosen.custom, today) : null,
    chooseRange,
    chooseDates,
    reload,
    setPage,
    fetchPrice: () => void fetchPrice(),
    exportPrices: () => void exportPrices(),
  };
}
