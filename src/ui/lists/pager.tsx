import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import styles from './pager.module.css';

const [BACK, ON] = [
  <ChevronLeft key="back" size={16} aria-hidden="true" />,
  <ChevronRight key="on" size={16} aria-hidden="true" />,
];

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  /** The counted noun; 'results' unless given otherwise. */
  readonly noun?: string;
  readonly onPage: (page: number) => void;
}

/** Page navigation; shown only when there is more than one page, and only existing pages can be requested. */
export function Pager({ page, pageSize, totalCount, noun = 'results', onPage }: PagerProps) {
  const totalPages = Math.ceil(totalCount / pageSize);
  if (totalPages <= 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalCount);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.count}>
        Showing {first} to {last} of {totalCount} {noun}
      </span>
      <div className={styles.steps}>
        <Button size="small" icon={BACK} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span className={styles.page}>
          Page {page} of {totalPages}
        </span>
        <Button size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
          {ON}
        </Button>
      </div>
    </nav>
  );
}
