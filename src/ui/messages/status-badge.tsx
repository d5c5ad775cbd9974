import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';
import styles from './status-badge.module.css';

/** Green, red, amber, blue-green, grey: always beside the word that says the same. */
export type BadgeTone = 'good' | 'bad' | 'warning' | 'notice' | 'quiet';

/** A status in one word. */
export function StatusBadge({ tone, children }: { readonly tone: BadgeTone; readonly children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
