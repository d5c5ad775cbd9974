/**
 * Hands the rows of a large write to the browser a few at a time, so that whatever else waits for the thread runs between. Below all that
 * looks at a write as a whole: to them it stays one. But what is asked of the table before it has answered may run between its portions.
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

/** So many rows are handed over in less than a millisecond. */
const PORTION = 8;

/** So many portions wait for the browser's storage at most: it always has work, while the page does something else. */
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

function sizeOf(request: RowsRequest): number {
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
          // Begun with one, so that no task has to hand over as many as may wait.
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

/** Why a transaction was ended, as by a full disk: a portion that meets its end says no more than that it is over. */
function endOf(transaction: DBCoreTransaction): DOMException | null {
  return transaction instanceof IDBTransaction ? transaction.error : null;
}

/** The answer to the whole. */
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
