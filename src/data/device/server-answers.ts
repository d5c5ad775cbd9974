/** The last answers of screens that only a server can fill, so that they stay readable without it. */
import type { HoldfastDatabase } from '../database/schema.ts';

export interface KeptAnswer<T> {
  readonly value: T;
  /** ISO instant at which the server gave it. */
  readonly at: string;
}

const keyOf = (name: string): string => `answer:${name}`;

/** The last answer kept under a name, or null. */
export async function readAnswer<T>(db: HoldfastDatabase, name: string): Promise<KeptAnswer<T> | null> {
  return ((await db.meta.get(keyOf(name)))?.value as KeptAnswer<T> | undefined) ?? null;
}

/** Keeps an answer in place of the one before. */
export async function keepAnswer<T>(db: HoldfastDatabase, name: string, answer: KeptAnswer<T>): Promise<void> {
  await db.meta.put({ key: keyOf(name), value: answer });
}
