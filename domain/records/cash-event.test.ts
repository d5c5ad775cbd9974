import { describe, expect, it } from 'vitest';
import { cashEventIssues } from './cash-event.ts';
import type { IsoDate } from '../values/dates.ts';
import { CASH_EVENT_TYPES, TRANSACTION_TYPES } from '../fields/enums.ts';
import { issueText } from './issue-text.ts';
import { checkTransaction, type TransactionInput } from './transaction.ts';

const deposit: TransactionInput = {
  transactionType: 'DEPOSIT',
  transactionDate: '2024-03-01',
  brokerId: 'b',
  accountId: 'a',
  taxWrapper: 'ISA',
  cashAmount: 250,
  cashCurrency: 'GBP',
};
const dividend: TransactionInput = {
  transactionType: 'DIVIDEND',
  transactionDate: '2024-03-01',
  brokerId: 'b',
  accountId: 'a',
  taxWrapper: 'DEALING',
  isin: 'US0378331005',
  consideration: 85,
  grossIncome: 100,
  taxWithheld: 15,
  taxCountry: 'US',
};

function texts(input: TransactionInput): string[] {
  const checked = checkTransaction(input);
  return checked.ok ? [] : checked.issues.map(issueText);
}

describe('a cash event', () => {
  it('has an amount in a currency, no security, and nothing else', () => {
    const checked = checkTransaction({ ...deposit, consideration: 0, quantity: null, isin: '' });
    expect(checked).toMatchObject({
      ok: true,
      value: { isin: '', quantity: null, consideration: 0, localPrice: null, cashAmount: 250, cashCurrency: 'GBP' },
    });
  });

  it.each(CASH_EVENT_TYPES)('$label refuses a negative amount and names the opposite type', ({ value, opposite }) => {
    const label = TRANSACTION_TYPES.find((type) => type.value === opposite)?.label ?? '';
    const given = { ...deposit, transactionType: value, ...(value === 'CONTRIBUTION' && { contributionKind: 'OWN' }) };
    expect(texts(given)).toEqual([]);
    for (const cashAmount of [-250, 0])
      expect(texts({ ...given, cashAmount })).toEqual([
        `Amount "${cashAmount}" is not valid: expected an amount greater than 0, or the type ${label}.`,
      ]);
  });

  it('names an amount and a currency that are missing, and everything that belongs to a security', () => {
    expect(texts({ ...deposit, cashAmount: null, cashCurrency: undefined })).toEqual([
      'Amount is required: expected an amount greater than 0.',
      'Currency is required: expected GBP, USD or EUR.',
    ]);
    expect(texts({ ...deposit, cashCurrency: 'CHF' })).toEqual([
      'Currency "CHF" is not valid: expected GBP, USD or EUR.',
    ]);
    expect(
      texts({ ...deposit, isin: 'US0378331005', quantity: 5, localPrice: 2, consideration: 10, brokerCharge: 1 }),
    ).toHaveLength(5);
    expect(texts({ ...deposit, grossIncome: 5, taxWithheld: 1 })).toHaveLength(2);
  });

  it('has a kind only when it is a contribution', () => {
    expect(texts({ ...deposit, transactionType: 'CONTRIBUTION' })).toEqual([
      'Contribution Kind is required: expected one of Own subscription, Employer, Government bonus, Tax relief, Transfer of earlier years.',
    ]);
    expect(texts({ ...deposit, contributionKind: 'OWN' })).toHaveLength(1);
  });
});

describe('a transaction in a security', () => {
  it('needs its security, and states an amount only with its currency', () => {
    expect(texts({ ...dividend, isin: '' })).toEqual(['ISIN is required: expected the ISIN of an asset.']);
    expect(texts({ ...dividend, cashAmount: 85 })).toEqual([
      'Currency is required: expected an amount with its currency.',
    ]);
    expect(texts({ ...dividend, cashAmount: 85, cashCurrency: 'USD' })).toEqual([]);
    expect(texts({ ...dividend, cashAmount: -85, cashCurrency: 'USD' })).toHaveLength(1);
  });

  it.each([85, 100])('takes gross income and tax beside %s, which is net or gross', (consideration) => {
    expect(texts({ ...dividend, consideration })).toEqual([]);
  });

  it('refuses gross income and tax that do not add up to the amount received', () => {
    expect(texts({ ...dividend, consideration: 90 })).toHaveLength(1);
    expect(texts({ ...dividend, taxWithheld: 101 })).toHaveLength(1);
    expect(texts({ ...dividend, taxWithheld: undefined, taxCountry: undefined })).toHaveLength(1);
    expect(texts({ ...dividend, grossIncome: undefined })).toHaveLength(1);
    expect(texts({ ...dividend, taxCountry: 'usa' })).not.toEqual([]);
    expect(texts({ ...dividend, transactionType: 'SELL', quantity: 1 })).toHaveLength(3);
  });
});

describe('a cash event beside its account and the exchange rates', () => {
  const fields = (input: TransactionInput) => {
    const checked = checkTransaction(input);
    if (!checked.ok) throw new Error(checked.issues.map(issueText).join(' '));
    const { cashCurrency = null, ...event } = checked.value;
    return { ...event, cashCurrency };
  };
  const around = { today: '2024-03-01' as IsoDate, hasRate: () => false, wrappers: new Set(['ISA']) };
  const faults = (input: TransactionInput) => cashEventIssues(fields(input), around).map(issueText);

  it('is refused in the future, in a wrapper the account lacks, and in a currency without a rate', () => {
    expect(faults(deposit)).toEqual([]);
    expect(faults({ ...deposit, transactionDate: '2024-03-02' })).toEqual([
      'Transaction Date "02/03/2024" is not valid: expected a date that is not in the future (today is 01/03/2024).',
    ]);
    expect(faults({ ...deposit, transactionType: 'FEE', taxWrapper: 'SIPP' })).toEqual([
      'Tax Wrapper "SIPP" is not valid: expected a wrapper that the account has (ISA).',
    ]);
    expect(faults({ ...deposit, cashCurrency: 'USD' })).toEqual([
      'Currency "USD" is not valid: expected a currency with an exchange rate on or before 01/03/2024.',
    ]);
  });

  it('may open a wrapper by paying in', () => {
    expect(faults({ ...deposit, taxWrapper: 'SIPP' })).toEqual([]);
  });
});
