/** The savings account form's text, and reading it (002 §2, §5). */
import { isAmount, parseAmount } from '../../../domain/values/amount.ts';
import { SAVINGS_ACCOUNT, type Account, type SavingsAccount } from '../../../domain/records/records.ts';
import { checkSavingsAccount, type SavingsAccountFields } from '../../../domain/records/savings-account.ts';
import type { FormReading, FormValues } from '../../ui/forms/record-form.tsx';
import { blankValues, readValues, valuesOf } from '../../ui/forms/record-values.ts';

/** An empty form; the only account is chosen beforehand. */
export function newSavingsValues(accounts: readonly Account[]): FormValues {
  const [only, ...others] = accounts;
  const accountId = only !== undefined && others.length === 0 ? only.id : '';
  return { ...blankValues(SAVINGS_ACCOUNT), latestBalance: '0', accountId };
}

/** The rate as a percentage, 0.0432 as 4.32. */
export function savingsValuesOf(account: SavingsAccount): FormValues {
  return valuesOf(SAVINGS_ACCOUNT, account);
}

/** A sort code as banks write it: 401234 and 40 12 34 as 40-12-34; other text as it is. */
export function withSortCodeDashes(text: string): string {
  const [, first, second, third] = /^\s*(\d\d)[\s-]*(\d\d)[\s-]*(\d\d)\s*$/u.exec(text) ?? [];
  return first === undefined ? text : `${first}-${second}-${third}`;
}

/** Checks the form by the domain's rules; a rate of 0 is none (002 §5). */
export function readSavingsForm(values: FormValues): FormReading<SavingsAccountFields> {
  const rate = parseAmount(values['interestRate'] ?? '');
  const given = isAmount(rate) && rate === 0 ? { ...values, interestRate: '' } : values;
  return readValues(SAVINGS_ACCOUNT, given, checkSavingsAccount, {
    accountId: { label: 'Associated Account' },
    interestRate: { label: 'Interest Rate (%)', max: 100 },
  });
}
