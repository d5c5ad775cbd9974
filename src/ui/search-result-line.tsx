import { useState } from 'react';
import { TextButton } from './text-button.tsx';
import { useDelayed } from './use-delayed.ts';

export interface SearchResultLineProps {
  readonly search: string;
  readonly searching: boolean;
  /** Nothing was found out; the list says so. */
  readonly failed: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly className?: string | undefined;
}

/** What a search is doing or found, and the way out of it (000 §2.9). A search that is over at once moves the list only by what it found. */
export function SearchResultLine({ search, searching, failed, count, onClear, className }: SearchResultLineProps) {
  const slow = useDelayed(searching);
  const [settled, setSettled] = useState({ search: '', count: 0 });
  if (!searching && (settled.search !== search || settled.count !== count)) setSettled({ search, count });
  const shown = searching ? settled : { search, count };
  if (search === '' || (failed && !searching) || (!slow && shown.search === '')) return null;
  return (
    <p className={className}>
      <span role="status">{slow ? `Searching for "${search}"...` : `Found ${shown.count} result(s) for "${shown.search}"`}</span>
      {!slow && <TextButton onClick={onClear}>Clear search</TextButton>}
    </p>
  );
}
