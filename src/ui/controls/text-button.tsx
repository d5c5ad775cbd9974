import type { ReactNode } from 'react';
import styles from './text-button.module.css';

/** A button that reads as a link, for small steps beside text: 'Clear Filters', 'Clear search'. */
export function TextButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
