import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, useRef } from 'react';
import { useScrollShadows } from '../hooks/use-scroll-shadows.ts';
import styles from './tabs.module.css';

export interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly tabs: readonly { readonly value: V; readonly label: string }[];
  /** What the chosen tab shows; one panel serves all of them. */
  readonly children: ReactNode;
}

/** Views of the same thing side by side; arrow keys move between them. */
export function Tabs<V extends string>({ label, value, onChange, tabs, children }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  const shadows = useScrollShadows(list, true, tabs.map((tab) => tab.label).join());
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: string) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <BaseTabs.List
        ref={list}
        className={styles.list}
        aria-label={label}
        activateOnFocus
        data-more-start={shadows.start || undefined}
        data-more-end={shadows.end || undefined}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel key={value} value={value} className={styles.panel}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
