import { NumberedPager } from '../../ui/lists/numbered-pager.tsx';

/** Rows on a page and numbered buttons at most (001 §9). */
export const PRICES_PAGE_SIZE = 20;
const MOST_BUTTONS = 7;

export interface PricePagerProps {
  /** From 1. */
  readonly page: number;
  readonly totalCount: number;
  readonly onPage: (page: number) => void;
}

/** The numbered pager of the price history (001 §2.7). */
export function PricePager({ page, totalCount, onPage }: PricePagerProps) {
  return (
    <NumberedPager
      page={page}
      totalPages={Math.ceil(totalCount / PRICES_PAGE_SIZE)}
      onPage={onPage}
      most={MOST_BUTTONS}
    >
      Showing {(page - 1) * PRICES_PAGE_SIZE + 1} to {Math.min(page * PRICES_PAGE_SIZE, totalCount)} of {totalCount}{' '}
      results
    </NumberedPager>
  );
}
