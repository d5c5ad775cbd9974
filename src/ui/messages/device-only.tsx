import { MonitorSmartphone } from 'lucide-react';
import { create } from 'zustand';
import styles from './device-only.module.css';

/** What the signed-in server cannot store: the app sets it, so that forms can say so where something is edited. */
export interface ServerLacks {
  /**
   * Values without a call in the specification: losses brought forward, histories of balances, answers about import
   * files.
   */
  readonly extras: boolean;
  /** Fields of ours on specified records: a record that states one is not sent. */
  readonly fields: boolean;
  /** Cash events, and what a transaction says about the broker's cash and withheld tax. */
  readonly cash: boolean;
  /** The wrapper of junior ISAs. */
  readonly juniorIsas: boolean;
  /** The mark of savings accounts that are cash ISAs. */
  readonly cashIsas: boolean;
}

/** Nothing is marked before the features of the server are known. */
export const useServerLacks = create<ServerLacks>(() => ({
  extras: false,
  fields: false,
  cash: false,
  juniorIsas: false,
  cashIsas: false,
}));

const WORDS: Readonly<Record<keyof ServerLacks, string>> = {
  extras: 'your server cannot store it. Your other devices do not see it; the full export has it.',
  fields: 'your server cannot store what is entered here. The record is kept, but it is not sent.',
  cash: 'your server cannot store what is entered here. The record is kept, but it is not sent.',
  cashIsas: 'your server cannot note that an account is a cash ISA. The account is kept, but it is not sent.',
  juniorIsas: 'your server does not know junior ISAs. The record is kept, but it is not sent.',
};

/** Says, where it is edited, that something stays on this device; nothing where the server stores it. */
export function DeviceOnly({ what }: { readonly what: keyof ServerLacks }) {
  const lacks = useServerLacks((state) => state[what]);
  if (!lacks) return null;
  return (
    <p className={styles.note}>
      <MonitorSmartphone aria-hidden="true" />
      <span>
        <strong>Only on this device:</strong> {WORDS[what]}
      </span>
    </p>
  );
}
