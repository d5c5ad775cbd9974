/** One name of a list that administrators keep, as its screen shows it. */
export interface ReferenceName {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Records of all users that name it, as far as known; null when that is not known. */
  readonly usageCount: number | null;
  /** It has changes that the server does not have yet. */
  readonly pending: boolean;
  /** ISO instants; absent where the record has none. */
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** Names that contain the term whatever its case, active ones first, then by name. */
export function shownNames(
  names: readonly ReferenceName[],
  term: string,
  includeInactive: boolean,
): readonly ReferenceName[] {
  const wanted = term.trim().toLowerCase();
  return names
    .filter(({ name, isActive }) => (includeInactive || isActive) && name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive) || a.name.localeCompare(b.name, 'en-GB'));
}
