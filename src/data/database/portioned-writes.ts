/**
 * Hands the rows of a large write to the browser a few at a time, so that other work can run between. Middleware above
 * sees one write. A question of the table in the meantime may run between two portions.
 */
import {
  Dexie,
  type DBCore,
  type DBCoreDeleteRequest,
  type DBCoreMutateRequest,
  type DBCoreMutateResponse,
  type DBCorePutRequest,
  type DBCoreAddRequest,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';

/** This many rows are handed over in less than a millisecond. */
const PORTION = 8;

/**
 * At most this many portions wait for the browser's storage: it always has work, while the page can do something else.
 */
const MOST_UNDER_WAY = 8;

/** To be used by every connection to a user's database. */
export const PORTIONED_WRITES: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'portioned-writes',
  // Dexie's own are above -2.
  level: -10,
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) =>
          request.type === 'deleteRange' || sizeOf(request) <= PORTION
            ? table.mutate(request)
            : writePortions(table, request),
      };
    },
  }),
};

type RowsRequest = DBCoreAddRequest | DBCorePutRequest | DBCoreDeleteRequest;

/** How many rows a write adds, replaces or removes by their keys. */
export function sizeOf(request: RowsRequest): number {
  return request.type === 'delete' ? request.keys.length : request.values.length;
}

function portionOf(request: RowsRequest, from: number): DBCoreMutateRequest {
  const to = from + PORTION;
  if (request.type === 'delete') return { ...request, keys: request.keys.slice(from, to) };
  // The keys are null where a collection of rows that hold their own is modified.
  return {
    ...request,
    values: request.values.slice(from, to),
    ...(Array.isArray(request.keys) ? { keys: request.keys.slice(from, to) } : {}),
  };
}

function writePortions(table: DBCoreTable, request: RowsRequest): Promise<DBCoreMutateResponse> {
  const size = sizeOf(request);
  const responses: DBCoreMutateResponse[] = [];
  return new Dexie.Promise<DBCoreMutateResponse>((resolve, reject) => {
    let handedOver = 0;
    let underWay = 0;
    const giveUp = (reason: unknown): void => {
      handedOver = size;
      reject(reason);
    };
    const handOver = (): void => {
      const from = handedOver;
      if (from >= size) return;
      handedOver += PORTION;
      underWay += 1;
      table.mutate(portionOf(request, from)).then(
        (response) => {
          const end = response.numFailures > 0 ? endOf(request.trans) : null;
          if (end !== null) return giveUp(end);
          responses[from / PORTION] = response;
          underWay -= 1;
          handOver();
          // Starts with one portion, so that no task hands over as many as may wait.
          if (underWay < MOST_UNDER_WAY) handOver();
          if (underWay === 0) resolve(together(responses));
        },
        (error: unknown) => {
          giveUp(endOf(request.trans) ?? error);
        },
      );
    };
    handOver();
  });
}

/**
 * Why the transaction ended, as by a full disk: a portion whose transaction has ended says no more than that it has.
 */
function endOf(transaction: DBCoreTransaction): DOMException | null {
  return transaction instanceof IDBTransaction ? transaction.error : null;
}

/** The response to the whole write. */
function together(responses: readonly DBCoreMutateResponse[]): DBCoreMutateResponse {
  const failures: Record<number, Error> = {};
  for (const [portion, response] of responses.entries()) {
    for (const [at, failure] of Object.entries(response.failures)) failures[portion * PORTION + Number(at)] = failure;
  }
  return {
    numFailures: responses.reduce((sum, { numFailures }) => sum + numFailures, 0),
    failures,
    results: responses.flatMap(({ results }) => results ?? []),
    lastResult: responses.at(-1)?.lastResult,
  };
}
