import { useState } from 'react';
import { accountNameFault } from './account-name.ts';

export interface HolderName {
  /** Of its field, while the form is open. */
  readonly key: number;
  readonly name: string;
}

export interface HolderNames {
  readonly holders: readonly HolderName[];
  /** What each name lacks, in their order; null for one that can be saved. */
  readonly faults: readonly (string | null)[];
  /** The names to save: what was left empty after the first is none. */
  readonly filled: readonly string[];
  readonly add: () => void;
  readonly change: (key: number, name: string) => void;
  readonly remove: (key: number) => void;
}

/** The names of the people whose first accounts the wizard makes; there is always one. */
export function useHolderNames(first: string): HolderNames {
  const [holders, setHolders] = useState<readonly HolderName[]>([{ key: 0, name: first }]);
  const names = holders.map(({ name }) => name.trim());
  return {
    holders,
    faults: names.map((name, index) => {
      if (index > 0 && name === '') return null;
      return names.indexOf(name) < index ? 'Another person above has this name' : accountNameFault(name);
    }),
    filled: names.filter((name, index) => index === 0 || name !== ''),
    add: () => {
      setHolders((all) => [...all, { key: Math.max(...all.map(({ key }) => key)) + 1, name: '' }]);
    },
    change: (key, name) => {
      setHolders((all) => all.map((holder) => (holder.key === key ? { key, name } : holder)));
    },
    remove: (key) => {
      setHolders((all) => all.filter((holder) => holder.key !== key));
    },
  };
}
