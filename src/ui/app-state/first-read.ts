import { create } from 'zustand';

/** Whether records of the server are still missing on this device, which has never read all of them; set by the app. */
export const useFirstRead = create<{ readonly isIncomplete: boolean }>(() => ({ isIncomplete: false }));
