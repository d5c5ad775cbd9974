/** The replies of a device without a server to its own screens: stated prices, and how often names are used. */
import { bankNameRoutes } from '../../../contract/bank-names.ts';
import { brokerRoutes } from '../../../contract/brokers.ts';
import { priceRoutes } from '../../../contract/prices.ts';
import type { Route } from '../../../contract/route.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { countBrokerUses } from '../../data/records/brokers.ts';
import type { Reply } from '../api/api.ts';

const reply = (status: number, json: unknown): Reply => ({ kind: 'reply', status, headers: new Headers(), json });

interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Stated {
  readonly priceDate: string;
  readonly closePrice: unknown;
  readonly currency?: string;
}

/** Replaces the server: a stated price is returned as a server would, for the caller to store. */
export async function answerHere(db: HoldfastDatabase, route: Route, { params, body }: Asked): Promise<Reply> {
  const is = (other: Route): boolean => route.method === other.method && route.path === other.path;
  if (is(priceRoutes.setByHand)) return reply(200, await statedPrice(db, params, body as Stated));
  if (is(priceRoutes.importByHand)) {
    const { prices } = body as { readonly prices: readonly Stated[] };
    return reply(200, { prices: await Promise.all(prices.map((price) => statedPrice(db, params, price))) });
  }
  if (is(priceRoutes.removePrice)) return reply(204, null);
  if (is(brokerRoutes.usage)) return reply(200, await countBrokerUses(db));
  // The screen counts the records of the device itself.
  if (is(bankNameRoutes.list)) return reply(200, []);
  return reply(404, { message: 'This needs a server, and these records are on this device only.' });
}

async function statedPrice(
  db: HoldfastDatabase,
  { assetId = '' }: Asked['params'],
  { priceDate, closePrice, currency }: Stated,
): Promise<object> {
  return {
    priceDate: `${priceDate}T00:00:00.000Z`,
    closePrice,
    currency: currency ?? (await db.assets.get(assetId))?.denomination ?? 'GBP',
  };
}
