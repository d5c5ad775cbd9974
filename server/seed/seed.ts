/** Fills a new database once; records that an administrator removes later stay removed. */
import { done } from '../outcome.ts';
import { createAsset } from '../store/shared-records/assets.ts';
import { createBankName } from '../store/shared-records/bank-names.ts';
import { createBroker } from '../store/shared-records/brokers.ts';
import { metaValue } from '../store/database/meta.ts';
import { lockShared } from '../store/versions/counters.ts';
import type { Store } from '../store/database/store.ts';
import { SEED_BANK_NAMES } from '../../domain/starter/bank-names.ts';
import { SEED_ASSETS, SEED_BROKERS } from '../../domain/starter/catalogue.ts';

/** Adds the first catalogue, brokers and bank names unless this database has had them. `now` is an ISO instant. */
export async function seedStore(store: Store, newId: () => string, now: string): Promise<void> {
  const outcome = await store.transact(async (tx) => {
    await lockShared(tx);
    const mark = newId();
    if ((await metaValue(tx, 'seeded bank names', () => mark)) === mark) {
      for (const name of SEED_BANK_NAMES) {
        const bank = await createBankName(tx, newId(), { name, isActive: true }, now);
        if (!bank.ok) return bank;
      }
    }
    if ((await metaValue(tx, 'seeded', () => mark)) !== mark) return done(undefined);
    for (const name of SEED_BROKERS) {
      const broker = await createBroker(tx, { id: newId(), name });
      if (!broker.ok) return broker;
    }
    for (const fields of SEED_ASSETS) {
      const asset = await createAsset(tx, newId(), fields);
      if (!asset.ok) return asset;
    }
    return done(undefined);
  });
  if (!outcome.ok) throw new Error(`the starter catalogue could not be stored: ${outcome.message}`);
}
