import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import styles from './findings-banner.module.css';
import { formatCount } from '../texts/format.ts';

export interface FindingsBannerProps {
  readonly count: number;
  /** A list item for each. */
  readonly children: ReactNode;
  /** A link or button that corrects several of them at once. */
  readonly actions?: ReactNode;
}

/** What makes figures of a page incomplete, closed at first; nothing when there is nothing. */
export function FindingsBanner({ count, children, actions }: FindingsBannerProps) {
  if (count === 0) return null;
  return (
    <Banner tone="warning" actions={actions}>
      <details className={styles.details} data-printed>
        <summary>{count === 1 ? '1 thing needs' : `${formatCount(count)} things need`} attention in your data</summary>
        <ul className={styles.findings}>{children}</ul>
      </details>
    </Banner>
  );
}
