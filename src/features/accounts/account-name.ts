import { ACCOUNT_NAME_LIMIT } from '../../../domain/records/records.ts';
import { visibleText } from '../../ui/texts/visible-text.ts';

/** The message for a name that cannot be saved, or null. */
export function accountNameFault(name: string): string | null {
  if (visibleText(name) === '') return 'Account name is required';
  return name.trim().length > ACCOUNT_NAME_LIMIT ? 'Account name cannot exceed 100 characters' : null;
}
