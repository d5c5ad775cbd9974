import { useEffect, useRef, useState } from 'react';
import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import { hasPriceSource, missingPrices, type MissingPrice } from '../../../domain/holdings/missing-prices.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { listAssets } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { answerText, type NoAnswer, type ServerAnswer } from '../../sync/ask/ask-server.ts';
import { fetchLatestPrice, statePrice, type StatedPrice } from '../../sync/ask/price-calls.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { readTypedPrice, type TypedPrice } from './stated-price.ts';

interface Held {
  readonly missing: readonly MissingPrice[];
  /** Held securities whose price a source may know. */
  readonly fetched: readonly Asset[];
}

/** What is running, how far it is, and its result. */
export interface PriceRun {
  readonly kind: 'save' | 'fetch';
  readonly done: number;
  readonly total: number;
}

export interface MissingPricesState {
  /** Undefined until it was read. */
  readonly held: Held | undefined;
  readonly error: unknown;
  readonly today: IsoDate;
  readonly typed: (isin: string) => TypedPrice;
  readonly type: (isin: string, change: Partial<TypedPrice>) => void;
  /** How many prices were typed. */
  readonly filled: number;
  /** What is wrong with a security's price, in a sentence. */
  readonly faults: ReadonlyMap<string, string>;
  readonly run: PriceRun | null;
  readonly notice: { readonly tone: 'success' | 'error'; readonly text: string } | null;
  readonly save: () => Promise<void>;
  readonly fetchAll: () => Promise<void>;
  readonly stop: () => void;
}

async function readHeld(): Promise<Held> {
  const [{ holdings }, assets] = await Promise.all([compute().holdings({}), listAssets(currentDatabase())]);
  const isins = new Set(holdings.map(({ isin }) => isin));
  return {
    missing: missingPrices(holdings, assets),
    fetched: assets.filter((asset) => isins.has(asset.isin) && hasPriceSource(asset)),
  };
}

const securities = (count: number): string => (count === 1 ? '1 security' : `${count} securities`);

/** The prices that can be saved, and what is wrong with the others, by ISIN. */
function readTyped(
  filled: readonly { readonly asset: Asset; readonly typed: TypedPrice }[],
  today: IsoDate,
): { readonly prices: ReadonlyMap<Asset, StatedPrice>; readonly faults: ReadonlyMap<string, string> } {
  const prices = new Map<Asset, StatedPrice>();
  const faults = new Map<string, string>();
  for (const { asset, typed } of filled) {
    const read = readTypedPrice(asset, typed, today);
    if ('fault' in read) faults.set(asset.isin, read.fault);
    else prices.set(asset, read.stated);
  }
  return { prices, faults };
}

interface RunResult {
  readonly done: number;
  /** Why the others failed, by ISIN. */
  readonly failed: ReadonlyMap<string, string>;
  /** Why it ended early, or null. */
  readonly end: string | null;
}

const TOO_MANY = 429;

/** True when the next call would be refused too: no connection, signed out, or too many calls just now. */
function isFinal(answer: NoAnswer): boolean {
  return (
    answer.kind === 'offline' ||
    answer.kind === 'signedOut' ||
    (answer.kind === 'refused' && answer.status === TOO_MANY)
  );
}

/** Requests for one security after another, so that no source and no server is asked for many at once. */
function usePriceRun(): {
  readonly run: PriceRun | null;
  readonly stop: () => void;
  readonly eachOf: (
    kind: PriceRun['kind'],
    assets: readonly Asset[],
    ask: (asset: Asset) => Promise<ServerAnswer<unknown> | null>,
  ) => Promise<RunResult>;
} {
  const [run, setRun] = useState<PriceRun | null>(null);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  return {
    run,
    stop: () => {
      stopped.current = true;
    },
    eachOf: async (kind, assets, ask) => {
      stopped.current = false;
      const failed = new Map<string, string>();
      let done = 0;
      let end: string | null = null;
      for (const [index, asset] of assets.entries()) {
        if (stopped.current || end !== null) break;
        setRun({ kind, done: index, total: assets.length });
        const answer = await ask(asset).catch(tellFaultAnd(null));
        if (answer?.kind === 'answer') done += 1;
        else {
          const reason = answer === null ? 'Please try again.' : answerText(answer);
          failed.set(asset.isin, reason);
          if (answer !== null && isFinal(answer)) end = reason;
        }
      }
      setRun(null);
      return { done, failed, end };
    },
  };
}

/** The state of the list of securities without a price: typed text stays until its price is saved. */
export function useMissingPrices(): MissingPricesState {
  const today = londonDate(useNow());
  const { data: held, error } = useLive(readHeld, onComputeChange, [today]);
  const [texts, setTexts] = useState<ReadonlyMap<string, TypedPrice>>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [notice, setNotice] = useState<MissingPricesState['notice']>(null);
  const { run, stop, eachOf } = usePriceRun();

  const typed = (isin: string): TypedPrice => texts.get(isin) ?? { price: '', day: today, currency: '' };
  const filled = (held?.missing ?? []).flatMap(({ isin, asset }) =>
    asset === null || typed(isin).price === '' ? [] : [{ asset, typed: typed(isin) }],
  );

  const save = async () => {
    const read = readTyped(filled, today);
    setFaults(read.faults);
    setNotice(null);
    if (read.faults.size > 0) return;
    const { done, failed } = await eachOf('save', [...read.prices.keys()], async (asset) => {
      const price = read.prices.get(asset);
      return price === undefined ? null : await statePrice(currentDatabase(), asset, price);
    });
    setTexts(new Map([...texts].filter(([isin]) => failed.has(isin))));
    setFaults(failed);
    setNotice(
      failed.size === 0
        ? { tone: 'success', text: `The prices of ${securities(done)} were saved.` }
        : { tone: 'error', text: `The prices of ${securities(failed.size)} were not saved. What you typed is kept.` },
    );
  };

  const fetchAll = async () => {
    setNotice(null);
    setFaults(new Map());
    const assets = held?.fetched ?? [];
    const { done, failed, end } = await eachOf(
      'fetch',
      assets,
      async (asset) => await fetchLatestPrice(currentDatabase(), asset),
    );
    setFaults(failed);
    const fetched = `${done} of ${securities(assets.length)} received a price.`;
    setNotice(
      end !== null || failed.size > 0
        ? {
            tone: 'error',
            text: end === null ? `${fetched} The reasons are shown beside the others.` : `${fetched} ${end}`,
          }
        : { tone: 'success', text: fetched },
    );
  };

  return {
    held,
    error,
    today,
    typed,
    faults,
    run,
    notice,
    save,
    fetchAll,
    stop,
    filled: filled.length,
    type: (isin, change) => {
      setTexts(new Map([...texts, [isin, { ...typed(isin), ...change }]]));
    },
  };
}
