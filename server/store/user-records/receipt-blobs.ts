/** The bytes of receipts as rows, for a database that several processes share. */
import type { Db } from '../database/store.ts';

export async function putBlob(db: Db, name: string, bytes: Uint8Array): Promise<void> {
  await db.kysely
    .insertInto('receipt_blobs')
    .values({ name, bytes: Buffer.from(bytes) })
    .onConflict((oc) => oc.column('name').doUpdateSet({ bytes: Buffer.from(bytes) }))
    .execute();
}

/** The bytes with this name, or null. */
export async function readBlob(db: Db, name: string): Promise<Uint8Array | null> {
  const row = await db.kysely.selectFrom('receipt_blobs').select('bytes').where('name', '=', name).executeTakeFirst();
  return row?.bytes ?? null;
}

export async function hasBlob(db: Db, name: string): Promise<boolean> {
  return (
    (await db.kysely.selectFrom('receipt_blobs').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  );
}

export async function removeBlob(db: Db, name: string): Promise<void> {
  await db.kysely.deleteFrom('receipt_blobs').where('name', '=', name).execute();
}
