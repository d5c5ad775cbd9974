import { TextButton } from './text-button.tsx';

export interface SearchResultLineProps {
  readonly search: string;
  readonly searching: boolean;
  readonly count: number;
  readonly onClear: () => void;
  readonly className?: string | undefined;
}

/** What a search is doing or found, and the way out of it (000 §2.9). */
export function SearchResultLine({ search, searching, count, onClear, className }: SearchResultLineProps) {
  if (search === '') return null;
  return (
    <p className={className}>
      <span role="status">{searching ? `Searching for "${search}"...` : `Found ${count} result(s) for "${search}"`}</span>
      {!searching && <TextButton onClick={onClear}>Clear search</TextButton>}
    </p>
  );
}
