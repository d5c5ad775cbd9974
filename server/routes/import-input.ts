/** Input that the import routes of all entities share. */
import type { z } from 'zod';
import type { importSelectedBody } from '../../contract/imports.ts';
import type { ImportContext, ImportSelection } from '../services/import-context.ts';
import type { UserCall } from './perform.ts';

export function importContext({ db, caller, services }: UserCall): ImportContext {
  return { db, userId: caller.userId, clock: services.clock, newId: services.newId };
}

/** `all`, or comma-joined row numbers. */
export function selectionOf({
  selectedRowNumbers,
  skipDuplicateCheck,
}: z.output<typeof importSelectedBody>): ImportSelection {
  return {
    rows: selectedRowNumbers === 'all' ? 'all' : new Set(selectedRowNumbers.split(',').map(Number)),
    skipDuplicateCheck,
  };
}
