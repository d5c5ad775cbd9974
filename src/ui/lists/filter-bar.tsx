import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';
import styles from './filter-bar.module.css';
import { TextButton } from '../controls/text-button.tsx';

const SLIDERS = <SlidersHorizontal size={16} aria-hidden="true" />;

export interface FilterBarProps {
  /** Heads the filters where the specification does: 'Filters:'. */
  readonly heading?: string;
  /** The search box; always in view. */
  readonly search?: ReactNode;
  /** Selects with hidden labels; on a phone they open under a 'Filters' button. */
  readonly children?: ReactNode;
  /** How many filters are set; shows 'Clear Filters' and marks the phone's button. */
  readonly activeCount: number;
  /** The search is one of them; it is not behind the phone's button. */
  readonly searching?: boolean;
  readonly onClear: () => void;
  /** Creates a link that restores these filters. */
  readonly onLink?: () => void;
}

/** Filters and search above a list. */
export function FilterBar({
  heading,
  search,
  children,
  activeCount,
  searching = false,
  onClear,
  onLink,
}: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const [clears, setClears] = useState(0);
  const panel = useId();
  const behindButton = activeCount - Number(searching);
  return (
    <div className={styles.bar} role="search" aria-label="Filters">
      {heading !== undefined && <span className={styles.heading}>{heading}</span>}
      {/* Created again when all is cleared: text that was not yet searched for is removed too. */}
      {search !== undefined && (
        <div key={clears} className={styles.search}>
          {search}
        </div>
      )}
      {children !== undefined && (
        <>
          <Button
            className={styles.toggle ?? ''}
            aria-expanded={open}
            aria-controls={panel}
            icon={SLIDERS}
            onClick={() => {
              setOpen(!open);
            }}
          >
            {behindButton === 0 ? 'Filters' : `Filters (${behindButton})`}
          </Button>
          <div id={panel} className={classNames(styles.filters, open && styles.open)}>
            {children}
          </div>
        </>
      )}
      {activeCount > 0 && (
        <span className={styles.clear}>
          <TextButton
            onClick={() => {
              setClears(clears + 1);
              onClear();
            }}
          >
            Clear Filters
          </TextButton>
          {onLink && <TextButton onClick={onLink}>Copy link to this view</TextButton>}
        </span>
      )}
    </div>
  );
}
