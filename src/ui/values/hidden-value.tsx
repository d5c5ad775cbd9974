import type { ReactNode } from 'react';
import { MASK } from '../texts/format.ts';
import styles from './figures.module.css';
import { useValuesHidden } from '../app-state/values-visibility.ts';

/** Replaces its children with a mask while values are hidden: they are then not in the page at all. */
export function HiddenValue({ children, mask = MASK }: { readonly children: ReactNode; readonly mask?: string }) {
  const hidden = useValuesHidden();
  return hidden ? <span className={styles.mask}>{mask}</span> : children;
}
