import { ACCOUNT_NAME_LIMIT } from '../../../domain/records/records.ts';

/** The message for a name that cannot be saved, or null. */
export function accountNameFault(name: string): string | null {
  if (name.trim() === '') return 'Account name is required';
  return name.trim().length > ACCOUNT_NAME_LIMIT ? 'Account name cannot exceed 100 characters' : null;
}
