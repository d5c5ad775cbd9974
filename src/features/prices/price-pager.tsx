import { Button } from '../../ui/button.tsx';
import styles from './prices.module.css';

/** Rows on a page and numbered buttons at most (001 §9). */
export const PRICES_PAGE_SIZE = 20;
const MOST_BUTTONS = 7;

export interface PricePagerProps {
  /** From 1. */
  readonly page: number;
  readonly totalCount: number;
  readonly onPage: (page: number) => void;
}

/** The pages to offer: up to seven around the present one, which stands fourth where there is room. */
export function pagesAround(page: number, totalPages: number): readonly number[] {
  const first = Math.max(1, Math.min(page - 3, totalPages - MOST_BUTTONS + 1));
  return Array.from({ length: Math.min(MOST_BUTTONS, totalPages) }, (_, index) => first + index);
}

/** The numbered pager of the price history (001 §2.7). */
export function PricePager({ page, totalCount, onPage }: PricePagerProps) {
  const totalPages = Math.ceil(totalCount / PRICES_PAGE_SIZE);
  if (totalPages <= 1) return null;
  const go = (to: number) => { if (to >= 1 && to <= totalPages) onPage(to); };
  return (
    <nav className={styles.pager} aria-label="Pages of prices">
      <span className={styles.count}>Showing {(page - 1) * PRICES_PAGE_SIZE + 1} to {Math.min(page * PRICES_PAGE_SIZE, totalCount)} of {totalCount} results</span>
      <span className={styles.steps}>
        <Button size="small" disabled={page <= 1} onClick={() => { go(page - 1); }}>Previous</Button>
        {pagesAround(page, totalPages).map((number) => (
          <Button key={number} size="small" variant={number === page ? 'primary' : 'secondary'} aria-label={`Page ${number}`} aria-current={number === page ? 'page' : undefined} onClick={() => { go(number); }}>
            {number}
          </Button>
        ))}
        <Button size="small" disabled={page >= totalPages} onClick={() => { go(page + 1); }}>Next</Button>
      </span>
    </nav>
  );
}
