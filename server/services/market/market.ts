/** The sources of prices and rates in the configuration. */
import type { Config } from '../../config.ts';
import { ftAdapter } from './ft.ts';
import { lseAdapter } from './lse.ts';
import { outgoing, type Outgoing } from './outgoing.ts';
import type { PriceSourceAdapter } from './quote.ts';

export interface Market {
  readonly get: Outgoing;
  readonly sources: Readonly<Record<PriceSourceAdapter['source'], PriceSourceAdapter>>;
  /** Null when exchange rates are not fetched. */
  readonly ratesUrl: URL | null;
}

/** The configured sources, which are asked nothing more once the server is `stopping`; tests replace `get`. */
export function openMarket(
  { lseUrl, ftUrl, ratesUrl }: Config['market'],
  stopping: AbortSignal,
  get: Outgoing = outgoing([lseUrl, ftUrl, ...(ratesUrl === null ? [] : [ratesUrl])], { stopping }),
): Market {
  return { get, sources: { LSE: lseAdapter(lseUrl), FT: ftAdapter(ftUrl) }, ratesUrl };
}
