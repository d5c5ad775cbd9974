import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../tests/device/fixtures.ts';
import { closeDatabase } from '../../data/database/database.ts';
import { updateSyncState } from '../../data/database/meta.ts';
import { CASH_FEATURE, CASH_ISA_FEATURE, EXTRAS_FEATURE, JUNIOR_ISA_FEATURE } from '../../sync/api/capabilities.ts';
import { useServerLacks } from '../../ui/messages/device-only.tsx';
import { followServerLacks } from './server-lacks.ts';

const NOTHING = { extras: false, fields: false, cash: false, juniorIsas: false, cashIsas: false };

let stop: () => void = () => undefined;
afterEach(() => stop());

describe('what the server lacks', () => {
  it('is nothing before it is known, all of ours on a plain server, and nothing on one that keeps extras', async () => {
    const db = await freshDatabase();
    stop = followServerLacks(db);
    expect(useServerLacks.getState()).toEqual(NOTHING);
    await updateSyncState(db, { mode: 'plain' });
    await expect
      .poll(() => useServerLacks.getState())
      .toEqual({ extras: true, fields: true, cash: true, juniorIsas: true, cashIsas: true });
    await updateSyncState(db, { mode: 'extended', features: [] });
    await expect
      .poll(() => useServerLacks.getState())
      .toEqual({ extras: true, fields: false, cash: true, juniorIsas: true, cashIsas: true });
    await updateSyncState(db, { features: [EXTRAS_FEATURE, CASH_FEATURE] });
    await expect
      .poll(() => useServerLacks.getState())
      .toEqual({ extras: false, fields: false, cash: false, juniorIsas: true, cashIsas: true });
    await updateSyncState(db, { features: [EXTRAS_FEATURE, CASH_FEATURE, JUNIOR_ISA_FEATURE, CASH_ISA_FEATURE] });
    await expect.poll(() => useServerLacks.getState()).toMatchObject({ juniorIsas: false, cashIsas: false });
    await updateSyncState(db, { mode: 'plain', features: [] });
    await expect.poll(() => useServerLacks.getState().extras).toBe(true);
    stop();
    expect(useServerLacks.getState()).toEqual(NOTHING);
    closeDatabase(db);
  });
});
