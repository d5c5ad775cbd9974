import { NumberedPager } from '../../ui/lists/numbered-pager.tsx';

/** Rows on a page, and page buttons on either side of the present one: at most 7 in all (001 §9). */
export const PRICES_PAGE_SIZE = 20;
const AROUND = 3;

export interface PricePagerProps {
  /** From 1. */
  readonly page: number;
  readonly totalCount: number;
  readonly onPage: (page: number) => void;
}

/** The numbered pager of the price history (001 §2.7). */
export function PricePager({ page, totalCount, onPage }: PricePagerProps) {
  return (
    <NumberedPager page={page} totalPages={Math.ceil(totalCount / PRICES_PAGE_SIZE)} onPage={onPage} around={AROUND}>
      Showing {(page - 1) * PRICES_PAGE_SIZE + 1} to {Math.min(page * PRICES_PAGE_SIZE, totalCount)} of {totalCount}{' '}
      results
    </NumberedPager>
  );
}
