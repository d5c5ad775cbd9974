/** Bank names as any user may read them: only the active ones. Administrators read the list of all. */
import type { PullBasis } from '../../data/pulled/quarantine.ts';
import { applyServerRecords } from '../../data/pulled/server-records.ts';
import { listBankNames } from '../../data/records/bank-names.ts';
import { statusOf } from '../api/api.ts';
import { readListAt } from '../read/lists.ts';
import { ACTIVE_BANKS_PATH } from '../wire/paths.ts';
import { recordsIn } from '../wire/wire.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';

/**
 * Applies the active bank names; one that is no longer among them is kept, as inactive, for the accounts that name it.
 */
export async function pullActiveBanks(context: PullContext, basis: PullBasis): Promise<PullResult> {
  const list = await readListAt(context.api, ACTIVE_BANKS_PATH);
  if (list.kind === 'failed') {
    const status = statusOf(list.outcome);
    return status === 403 || status === 404 ? 'done' : pullFailure(list.outcome);
  }
  const active = recordsIn('bankName', list.items);
  const shown = new Set(active.map(({ id }) => id));
  const inactive = (await listBankNames(context.db))
    .filter((bank) => bank.isActive && !shown.has(bank.id))
    .map(({ id, name }) => ({ id, record: { id, name, isActive: false }, version: null }));
  const banks = [...active, ...inactive];
  return (await applyServerRecords(context.db, 'bankName', banks, basis)).ok ? 'done' : 'failed';
}
