/** The worker's exports in a test's own thread, for the open database. */
import { currentDatabase } from '../../src/data/database/database.ts';
import { Exports } from './exports.ts';

export function exportsHere(): Exports {
  return new Exports(currentDatabase(), () => Date.now());
}
