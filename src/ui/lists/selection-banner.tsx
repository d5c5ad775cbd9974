import { Button } from '../controls/button.tsx';
import styles from './selection-banner.module.css';
import type { ListTexts } from '../texts/list-texts.ts';
import type { Selection } from './use-selection.ts';

export interface SelectionBannerProps {
  readonly texts: Pick<ListTexts, 'pageSelected' | 'selectAll' | 'allSelected'>;
  readonly selection: Selection;
  /** Rows on all pages, as filters and search show them. */
  readonly total: number;
  /** Fetches all ids and passes them to `selection.selectAll`. */
  readonly onSelectAll: () => void;
}

/** The banners of 000 §2.9: a whole page selected offers all pages, and both can be cleared. */
export function SelectionBanner({ texts, selection, total, onSelectAll }: SelectionBannerProps) {
  const everything = selection.mode === 'all';
  const text = everything ? texts.allSelected(total) : texts.pageSelected(selection.count, total);
  if (selection.mode === 'none' || text === null) return null;
  return (
    <div className={styles.banner} role="status">
      <span>{text}</span>
      {!everything && (
        <Button size="small" onClick={onSelectAll}>
          {texts.selectAll(total)}
        </Button>
      )}
      <Button size="small" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
