/**
 * Statements that are used often are prepared: PostgreSQL reads and plans them once per connection, which costs as much
 * as running most of ours. Each takes some kilobytes of every connection, so only the frequent ones are, and not all.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const FREQUENT = 8;
const MOST_NAMES = 200;
/** Lists of values come in every length: the long ones are seldom the same twice. */
const MOST_VALUES = 64;
/** Other texts are not counted: a process that lives long meets many. */
const MOST_COUNTED = 2000;

/** A text's name once it is frequent. */
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

/** True when a change of the schema has made a plan void. PostgreSQL has no code for just that, but names the place. */
export function isVoidPlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** The pool as Kysely sees it. A connection with a void plan is not used again. */
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
      const known = clients.get(client) ?? prepare(client);
      clients.set(client, known);
      return known;
    },
    end: async () => {
      await pool.end();
    },
  };
}
