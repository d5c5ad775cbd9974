import { createContext, useContext } from 'react';

/** Why the server does not have a record's changes. */
export interface Refusal {
  /** A sentence. */
  readonly text: string;
  /** True when the server cannot store such a record: nothing is to be done about it. */
  readonly isKeptHere: boolean;
}

/** By the record's id. */
export const RefusalsContext = createContext<ReadonlyMap<string, Refusal>>(new Map());

/** Of one record; null where nothing of it was refused. */
export function useRefusal(recordId: string | undefined): Refusal | null {
  return useContext(RefusalsContext).get(recordId ?? '') ?? null;
}
