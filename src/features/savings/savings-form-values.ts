/** The savings account form's text and what it comes to (002 §2, §5). */
import { isAmount, parseAmount, type Percent } from '../../../domain/amount.ts';
import type { Issue } from '../../../domain/issue.ts';
import type { Account, SavingsAccount } from '../../../domain/records.ts';
import {
  checkSavingsAccount,
  fractionOfPercent,
  percentOfFraction,
  type SavingsAccountFields,
} from '../../../domain/savings-account.ts';
import { formFault, type FormField } from '../../ui/form-fault-text.ts';
import type { FormReading, FormValues } from '../../ui/record-form.tsx';

/** The labels without their star, as messages name the fields. */
const FIELDS: Readonly<Record<keyof SavingsAccountFields, FormField>> = {
  bankNameId: { label: 'Bank Name' },
  accountType: { label: 'Account Type' },
  accountOpenDate: { label: 'Account Open Date' },
  accountCloseDate: { label: 'Account Close Date' },
  latestBalance: { label: 'Latest Balance' },
  latestBalanceDate: { label: 'Balance Date' },
  interestRate: { label: 'Interest Rate (%)', max: 100 },
  accountReference: { label: 'Account Reference' },
  sortCode: { label: 'Sort Code' },
  accountNumber: { label: 'Account Number' },
  accountId: { label: 'Associated Account' },
  notes: { label: 'Notes' },
};

/** An empty form; the only account is chosen beforehand. */
export function newSavingsValues(accounts: readonly Account[]): FormValues {
  const [only, ...others] = accounts;
  const blank = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, '']));
  return { ...blank, latestBalance: '0', accountId: only !== undefined && others.length === 0 ? only.id : '' };
}

/** The rate as a percentage, 0.0432 as 4.32. */
export function savingsValuesOf({
  id: _id,
  accountCloseDate,
  latestBalance,
  interestRate,
  ...texts
}: SavingsAccount): FormValues {
  return {
    ...texts,
    accountCloseDate: accountCloseDate ?? '',
    latestBalance: String(latestBalance),
    interestRate: interestRate === null ? '' : String(percentOfFraction(interestRate)),
  };
}

/** A figure's number; text that is none stays text, which the check refuses. */
function figure(text: string): number | string {
  const amount = parseAmount(text);
  return isAmount(amount) ? amount : text;
}

/** The stored fraction of a rate typed in percent: nothing for empty text and for 0 (002 §5); null with an issue for what is no rate. */
function readRate(text: string): { readonly fraction: number | null; readonly issue: Issue | null } {
  if (text.trim() === '') return { fraction: null, issue: null };
  const percent = parseAmount<'percent'>(text);
  const refused = (code: Issue['code']): Issue => ({
    field: 'interestRate',
    code,
    value: text,
    expected: 'a percentage from 0 to 100, such as 4.32',
  });
  if (!isAmount<'percent'>(percent)) return { fraction: null, issue: refused(percent) };
  if (percent < 0 || percent > 100) return { fraction: null, issue: refused('outOfRange') };
  return { fraction: percent === 0 ? null : fractionOfPercent(percent as Percent), issue: null };
}

/** A sort code as banks write it: 401234 and 40 12 34 as 40-12-34; other text as it is. */
export function withSortCodeDashes(text: string): string {
  const [, first, second, third] = /^\s*(\d\d)[\s-]*(\d\d)[\s-]*(\d\d)\s*$/u.exec(text) ?? [];
  return first === undefined ? text : `${first}-${second}-${third}`;
}

/** Checks the form by the domain's rules. */
export function readSavingsForm(values: FormValues): FormReading<SavingsAccountFields> {
  const rate = readRate(values['interestRate'] ?? '');
  const checked = checkSavingsAccount({
    ...values,
    latestBalance: figure(values['latestBalance'] ?? ''),
    interestRate: rate.fraction,
  });
  if (checked.ok && rate.issue === null) return { ok: true, fields: checked.value };
  const issues = [...(checked.ok ? [] : checked.issues), ...(rate.issue === null ? [] : [rate.issue])];
  return {
    ok: false,
    faults: issues.map((issue) => formFault(issue, FIELDS[issue.field as keyof SavingsAccountFields])),
  };
}
