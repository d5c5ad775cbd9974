/** An account's name (001 §5). */
export const MAX_NAME_LENGTH = 100;

/** The message for a name that cannot be saved, or null. */
export function accountNameFault(name: string): string | null {
  if (name.trim() === '') return 'Account name is required';
  return name.trim().length > MAX_NAME_LENGTH ? 'Account name cannot exceed 100 characters' : null;
}
