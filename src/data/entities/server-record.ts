import type { EntityName, EntityRecords } from './entities.ts';

/** A record as the server has it; `record` is null when it was deleted there. */
export interface ServerRecord<E extends EntityName> {
  readonly id: string;
  readonly record: EntityRecords[E] | null;
  /** Null from a plain server. */
  readonly version: number | null;
}
