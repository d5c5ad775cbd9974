import { v7 } from 'uuid';

/** A new identifier: a UUID of version 7, made on the device that creates the record. */
export function newId(): string {
  return v7();
}
