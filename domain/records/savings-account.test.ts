import { describe, expect, it } from 'vitest';
import type { Fraction, Percent } from '../values/amount.ts';
import { checkBankName } from './bank-name.ts';
import { issueText } from './issue-text.ts';
import {
  checkSavingsAccount,
  fractionOfPercent,
  isClosed,
  percentOfFraction,
  type SavingsAccountInput,
} from './savings-account.ts';

const account: SavingsAccountInput = {
  bankNameId: 'b',
  accountType: 'Savings',
  accountId: 'a',
  accountOpenDate: '2020-05-01',
  latestBalance: 1200.5,
  latestBalanceDate: '2024-06-30',
};

function texts(input: SavingsAccountInput): string[] {
  const checked = checkSavingsAccount(input);
  return checked.ok ? [] : checked.issues.map(issueText);
}

describe('savings account rules (002 §5)', () => {
  it('accept the required fields alone', () => {
    const checked = checkSavingsAccount(account);
    expect(checked).toEqual({
      ok: true,
      value: {
        ...account,
        accountCloseDate: null,
        interestRate: null,
        accountReference: '',
        sortCode: '',
        accountNumber: '',
        notes: '',
      },
    });
  });

  it('name every required field that is missing', () => {
    const checked = checkSavingsAccount({});
    expect(checked.ok ? [] : checked.issues.map((issue) => [issue.field, issue.code])).toEqual([
      ['bankNameId', 'required'],
      ['accountType', 'required'],
      ['accountId', 'required'],
      ['accountOpenDate', 'required'],
      ['latestBalance', 'required'],
      ['latestBalanceDate', 'required'],
    ]);
  });

  it('word the sort code and the account number as specified', () => {
    expect(texts({ ...account, sortCode: '203643', accountNumber: '1234567' })).toEqual([
      'Sort code must be in format XX-XX-XX (e.g., 20-36-43)',
      'Account number must be 8 digits (e.g., 12345678)',
    ]);
    expect(texts({ ...account, sortCode: '20-36-43', accountNumber: '12345678' })).toEqual([]);
  });

  it('hold the balance to 0 or more and the rate to 0 to 100 %', () => {
    expect(texts({ ...account, latestBalance: -0.01 })).toHaveLength(1);
    expect(texts({ ...account, latestBalance: 0 })).toEqual([]);
    expect(texts({ ...account, interestRate: 1 })).toEqual([]);
    expect(texts({ ...account, interestRate: 1.01 })).toHaveLength(1);
    expect(texts({ ...account, interestRate: -0.01 })).toHaveLength(1);
  });

  it('refuse text of another kind, and control characters but line breaks in notes', () => {
    expect(texts({ ...account, notes: 5 })).toHaveLength(1);
    expect(texts({ ...account, notes: 'first\nsecond' })).toEqual([]);
    expect(texts({ ...account, accountType: 'a\nb' })).toHaveLength(1);
  });

  it('turn a percentage into the stored fraction and back without a stray digit', () => {
    expect(fractionOfPercent(4.32 as Percent)).toBe(0.0432);
    expect(fractionOfPercent(0.07 as Percent)).toBe(0.0007);
    expect(percentOfFraction(0.0432 as Fraction)).toBe(4.32);
    expect(percentOfFraction(0.07 as Fraction)).toBe(7);
  });

  it('close an account by its close date', () => {
    const closed = checkSavingsAccount({ ...account, accountCloseDate: '2024-01-31' });
    expect(closed.ok && isClosed(closed.value)).toBe(true);
  });
});

describe('bank name rules (002 §5)', () => {
  it('want 1 to 100 characters and are active unless said otherwise', () => {
    expect(checkBankName({ name: ' Nationwide ' })).toEqual({
      ok: true,
      value: { name: 'Nationwide', isActive: true },
    });
    expect(checkBankName({ name: '' }).ok).toBe(false);
    expect(checkBankName({ name: 'x'.repeat(100), isActive: false }).ok).toBe(true);
    expect(checkBankName({ name: 'x'.repeat(101) }).ok).toBe(false);
    expect(checkBankName({ name: 'Nationwide', isActive: 'yes' }).ok).toBe(false);
  });
});
