/**
 * Frequent statements are prepared: PostgreSQL parses and plans them once per connection, which takes as long as
 * running most of ours. Each takes some kilobytes of every connection, so only a limited number of frequent ones are
 * prepared.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const FREQUENT = 8;
const MOST_NAMES = 200;
/** Lists of values have any length; long lists rarely have the same length twice. */
const MOST_VALUES = 64;
/** Further texts are not counted, because a long-running process sees many. */
const MOST_COUNTED = 2000;

/** The name of each frequent text. */
class StatementNames {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();

  nameOf(text: string, valueCount: number): string | undefined {
    if (valueCount === 0 || valueCount > MOST_VALUES) return undefined;
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= MOST_NAMES) return name;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < FREQUENT) {
      if (uses > 1 || this.uses.size < MOST_COUNTED) this.uses.set(text, uses);
      return undefined;
    }
    this.uses.delete(text);
    this.names.set(text, `holdfast_${this.names.size}`);
    return this.names.get(text);
  }
}

/** True when a change of the schema has made a plan invalid. PostgreSQL has no code for this, but names the routine. */
export function isVoidPlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** The pool for Kysely. A connection with an invalid plan is not used again. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    let isVoid = false;
    const query = async (text: string, values: readonly unknown[]) => {
      const name = names.nameOf(text, values.length);
      try {
        return await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
      } catch (error) {
        isVoid ||= isVoidPlan(error);
        throw error;
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => {
        client.release(isVoid);
      },
    };
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known !== undefined) return known;
      // The pool listens only to idle connections: without a listener, one that the database closes between two
      // statements would end the process. The next statement reports it.
      client.on('error', () => undefined);
      const prepared = prepare(client);
      clients.set(client, prepared);
      return prepared;
    },
    end: async () => {
      await pool.end();
    },
  };
}
