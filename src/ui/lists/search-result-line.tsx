import { useState } from 'react';
import { TextButton } from '../controls/text-button.tsx';
import { useDelayed } from '../hooks/use-delayed.ts';

const NOTHING = { search: '', count: 0 };

export interface SearchResultLineProps {
  readonly search: string;
  readonly searching: boolean;
  /** The search failed; the list says so. */
  readonly failed: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly className?: string | undefined;
}

/**
 * The state or result of a search, and how to clear it (000 §2.9). A quick search moves the list only by its result.
 */
export function SearchResultLine({ search, searching, failed, count, onClear, className }: SearchResultLineProps) {
  const slow = useDelayed(searching);
  const [found, setFound] = useState(NOTHING);
  const now = failed ? NOTHING : { search, count };
  if (!searching && (found.search !== now.search || found.count !== now.count)) setFound(now);
  const shown = searching ? found : now;
  if (search === '' || (!slow && shown.search === '')) return null;
  return (
    <p className={className}>
      <span role="status">
        {slow ? `Searching for "${search}"...` : `Found ${shown.count} result(s) for "${shown.search}"`}
      </span>
      {!slow && <TextButton onClick={onClear}>Clear search</TextButton>}
    </p>
  );
}
