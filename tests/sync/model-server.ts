/** The servers of histories: a new one of each for every history, and what it has in the end. */
import type { EntityName, EntityRecords } from '../../src/data/entities/entities.ts';
import { readRecord } from '../../src/sync/wire/wire.ts';
import { digestOf } from '../../src/data/database/digest.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';
import type { RealServer } from '../device/real-server.ts';

/** The server of a history, in either mode. */
export interface ModelServer {
  readonly mode: 'plain' | 'extended';
  readonly network: TestNetwork;
  readonly token: string;
  readonly brokerId: string;
  readonly isin: string;
  /** Everything that the user may see of these entities. */
  readonly records: () => Promise<ReadonlyMap<EntityName, readonly EntityRecords[EntityName][]>>;
  /** Remembers everything, and returns how to set the server back to it; null where a server cannot say that it was. */
  readonly backUp: (() => Promise<() => Promise<void>>) | null;
}

/** How a plain server tells the new id. */
export type PlainReply = 'nothing' | 'location' | 'body';

/** The security that transactions on the real server are of. */
export const LISTED = 'IE00B3RBWM25';

/** A new administrator's part of the real server, which has nothing of the histories before. */
export async function extendedModel(server: RealServer): Promise<ModelServer> {
  await server.clear();
  const token = await server.newUser({ isAdmin: true });
  return {
    mode: 'extended',
    network: testNetwork(server.handle),
    token,
    brokerId: await server.anyBroker(token),
    isin: LISTED,
    records: async () => readAll(await server.everything(token)),
    backUp: server.backUp,
  };
}

/** A new server that has only what the specification has. */
export function plainModel(reply: PlainReply): ModelServer {
  const bare = plainServer();
  bare.reply = reply;
  bare.isAdmin = true;
  return {
    mode: 'plain',
    network: testNetwork(bare.handle),
    token: bare.token,
    brokerId: '7',
    isin: 'IE00B4L5Y983',
    records: async () => readAll(await everythingOf(bare)),
    backUp: null,
  };
}

async function everythingOf(bare: PlainServer): Promise<ReadonlyMap<EntityName, readonly unknown[]>> {
  const receipts: unknown[] = [];
  for (const row of bare.receipts.values())
    receipts.push({ ...row, sha256: await digestOf(new Uint8Array(row['bytes'] as Uint8Array).buffer) });
  return new Map<EntityName, readonly unknown[]>([
    ['account', [...bare.accounts.values()]],
    ['broker', [...bare.brokers.values()]],
    ['asset', [...bare.assets.values()]],
    ['bankName', [...bare.banks.values()]],
    ['targetAllocation', [...bare.targets.values()]],
    ['savingsAccount', [...bare.savings.values()]],
    ['brokerCashBalance', [...bare.cash.values()]],
    ['property', [...bare.properties.values()]],
    ['propertyPrice', [...bare.propertyPrices.values()]],
    ['transaction', [...bare.transactions.values()]],
    ['receipt', receipts],
  ]);
}

function readAll(
  everything: ReadonlyMap<EntityName, readonly unknown[]>,
): Map<EntityName, EntityRecords[EntityName][]> {
  return new Map(
    [...everything].map(([entity, list]) => [
      entity,
      list.map((json) => {
        const read = readRecord(entity, json);
        if (read === null) throw new Error(`the server has a ${entity} that nobody can read`);
        return read.record;
      }),
    ]),
  );
}
