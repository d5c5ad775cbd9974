import { Button } from './button.tsx';
import styles from './selection-banner.module.css';
import type { Selection } from './use-selection.ts';

export interface SelectionBannerProps {
  readonly selection: Selection;
  /** Rows on all pages, as filters and search show them. */
  readonly total: number;
  /** Fetches all ids and hands them to `selection.selectAll`. */
  readonly onSelectAll: () => void;
}

/** The banners of 000 §2.9: a whole page selected offers all pages, and both can be cleared. */
export function SelectionBanner({ selection, total, onSelectAll }: SelectionBannerProps) {
  if (selection.mode === 'none') return null;
  const everything = selection.mode === 'all';
  return (
    <div className={styles.banner} role="status">
      <span>{everything ? `All ${total} selected.` : `${selection.count} selected on this page.`}</span>
      {!everything && (
        <Button size="small" onClick={onSelectAll}>
          Select all {total}
        </Button>
      )}
      <Button size="small" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
