import { create } from 'zustand';

/** Whether the open records are synced with a server; set by the app. Screens use this alone. */
export interface ServerPresence {
  readonly hasServer: boolean;
  /** The records are made up, for looking around. */
  readonly isMadeUp: boolean;
}

export const WITH_SERVER: ServerPresence = { hasServer: true, isMadeUp: false };

export const useServerPresence = create<ServerPresence>(() => WITH_SERVER);

/** The text of each place that needs a server; `what` begins the sentence, for example 'Prices are fetched'. */
export function needsServerText(what: string): string {
  return `${what} by a server, and these records are on this device only.`;
}
