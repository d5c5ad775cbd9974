import { TextButton } from './text-button.tsx';

export interface SearchResultLineProps {
  readonly search: string;
  readonly searching: boolean;
  /** Nothing was found out; the list says so. */
  readonly failed: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly className?: string | undefined;
}

/** What a search is doing or found, and the way out of it (000 §2.9). */
export function SearchResultLine({ search, searching, failed, count, onClear, className }: SearchResultLineProps) {
  if (search === '' || (failed && !searching)) return null;
  return (
    <p className={className}>
      <span role="status">{searching ? `Searching for "${search}"...` : `Found ${count} result(s) for "${search}"`}</span>
      {!searching && <TextButton onClick={onClear}>Clear search</TextButton>}
    </p>
  );
}
