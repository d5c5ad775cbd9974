import { expect, it } from 'vitest';
import { accountNameFault } from './account-name.ts';

it('an account name that cannot be seen is none (001 §5)', () => {
  expect(accountNameFault(' \u200b')).toBe('Account name is required');
  expect(accountNameFault('Ada\u200b')).toBeNull();
});
