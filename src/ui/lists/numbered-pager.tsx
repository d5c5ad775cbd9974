import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './pager.module.css';
import { pageWindow } from './page-window.ts';

export interface NumberedPagerProps {
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onPage: (page: number) => void;
  /** Numbers on either side of the present one; 2 unless given. */
  readonly around?: number;
  /** Before the buttons: 'Page 1 of 4 (1-20 of 70)'. */
  readonly children?: ReactNode;
}

/** Page navigation with numbers: Previous, some pages around the present one, Next. */
export function NumberedPager({ page, totalPages, onPage, around = 2, children }: NumberedPagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.count}>{children}</span>
      <div className={styles.steps}>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        {pageWindow(page, totalPages, around).map((number) => (
          <Button
            key={number}
            size="small"
            variant={number === page ? 'primary' : 'secondary'}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
        <Button size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
