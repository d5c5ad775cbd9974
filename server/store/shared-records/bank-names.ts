/** Bank names, shared by all users. */
import type { Selectable } from 'kysely';
import type { BankNameRecord, BankNameView } from '../../../contract/bank-names.ts';
import type { BankNameFields } from '../../../domain/records/bank-name.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { byText } from '../database/text.ts';
import type { BankNameTable } from '../tables/schema.ts';
import { lockShared, SHARED, takeSharedVersions } from '../versions/counters.ts';
import { atVersion } from '../versions/stale.ts';
import { addSharedTombstones, clearTombstones } from '../versions/tombstones.ts';

export function toBankName(row: Selectable<BankNameTable>): BankNameRecord & { readonly version: number } {
  return {
    id: row.id,
    name: row.name,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

function views(db: Db) {
  return db.kysely
    .selectFrom('bank_names')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('savings_accounts')
        .whereRef('savings_accounts.bank_name_id', '=', 'bank_names.id')
        .select(({ fn }) => fn.countAll<number>().as('uses'))
        .as('usage'),
    );
}

/** Active ones first, then by name. */
export async function listBankNames(db: Db, includeInactive: boolean): Promise<BankNameView[]> {
  let query = views(db);
  if (!includeInactive) query = query.where('is_active', '=', 1);
  const rows = await query.orderBy('is_active', 'desc').orderBy(byText(db, 'bank_names.name')).orderBy('id').execute();
  return rows.map((row) => ({ ...toBankName(row), usageCount: row.usage ?? 0 }));
}

/** The options of the bank field, by name: the active ones, and that with the id `alsoId`. */
export async function bankChoices(db: Db, alsoId: string | null = null): Promise<{ id: string; name: string }[]> {
  return await db.kysely
    .selectFrom('bank_names')
    .select(['id', 'name'])
    .where((eb) =>
      alsoId === null ? eb('is_active', '=', 1) : eb.or([eb('is_active', '=', 1), eb('id', '=', alsoId)]),
    )
    .orderBy(byText(db, 'bank_names.name'))
    .orderBy('id')
    .execute();
}

export async function findBankName(db: Db, id: string): Promise<Outcome<BankNameView & { readonly version: number }>> {
  const row = await views(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('Bank name') : done({ ...toBankName(row), usageCount: row.usage ?? 0 });
}

async function nameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const lower = name.toLowerCase();
  return (await db.kysely.selectFrom('bank_names').select(['id', 'name']).execute()).some(
    (bank) => bank.id !== exceptId && bank.name.toLowerCase() === lower,
  );
}

const TAKEN = fail('invalid', 'A bank name with this name already exists.');

/** `now` is an ISO instant. */
export async function createBankName(
  db: Db,
  id: string,
  fields: BankNameFields,
  now: string,
): Promise<Outcome<BankNameView>> {
  await lockShared(db);
  const existing = await findBankName(db, id);
  if (existing.ok)
    return fail('already-exists', 'A bank name with this id already exists.', { current: existing.value });
  if (await nameTaken(db, fields.name, id)) return TAKEN;
  await db.kysely
    .insertInto('bank_names')
    .values({
      id,
      name: fields.name,
      is_active: fields.isActive ? 1 : 0,
      created_at: now,
      updated_at: now,
      version: await takeSharedVersions(db),
    })
    .execute();
  await clearTombstones(db, SHARED, 'bankName', [id]);
  return await findBankName(db, id);
}

export async function updateBankName(
  db: Db,
  id: string,
  fields: BankNameFields,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<BankNameView>> {
  await lockShared(db);
  const current = atVersion(await findBankName(db, id), ifVersion);
  if (!current.ok) return current;
  if (await nameTaken(db, fields.name, id)) return TAKEN;
  await db.kysely
    .updateTable('bank_names')
    .set({
      name: fields.name,
      is_active: fields.isActive ? 1 : 0,
      updated_at: now,
      version: await takeSharedVersions(db),
    })
    .where('id', '=', id)
    .execute();
  return await findBankName(db, id);
}

/** Deletes a bank name that no savings account of anyone uses. */
export async function removeBankName(
  db: Db,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockShared(db);
  const current = atVersion(await findBankName(db, id), ifVersion);
  if (!current.ok) return current;
  const { name, usageCount } = current.value;
  if (usageCount > 0)
    return fail(
      'inUse',
      `The bank name "${name}" cannot be deleted because it is currently in use. This bank name is used by ${usageCount} bank account(s).`,
    );
  await db.kysely.deleteFrom('bank_names').where('id', '=', id).execute();
  await addSharedTombstones(db, 'bankName', [id], now);
  return done(undefined);
}
