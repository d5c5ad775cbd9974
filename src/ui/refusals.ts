import { createContext, useContext } from 'react';

/** Why the server refused a record's changes, as a sentence, by the record's id. */
export const RefusalsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** The sentence for one record; null where nothing of it was refused. */
export function useRefusal(recordId: string | undefined): string | null {
  return useContext(RefusalsContext).get(recordId ?? '') ?? null;
}
