import { describe, expect, it } from 'vitest';
import {
  newValues,
  offeredConsideration,
  readTransactionForm,
  valuesOf,
  type TransactionFormValues,
} from './transaction-form-values.ts';

const buy: TransactionFormValues = {
  ...newValues(),
  transactionType: 'BUY',
  transactionDate: '2015-04-10',
  brokerId: 'b1',
  accountId: 'a1',
  isin: 'IE00B4L5Y983',
  quantity: '205',
  localPrice: '33.9858',
  consideration: '6967.09',
  brokerCharge: '5',
};

function messages(values: TransactionFormValues): Record<string, string> {
  const read = readTransactionForm(values);
  return read.ok ? {} : Object.fromEntries(read.faults.map(({ field, message }) => [field, message]));
}

describe('transaction form values (000 §2.12, §5)', () => {
  it('starts with the first wrapper, or with the values in the address', () => {
    expect(newValues().taxWrapper).toBe('DEALING');
    expect(newValues({ taxWrapper: 'ISA', accountId: 'a1' })).toMatchObject({ taxWrapper: 'ISA', accountId: 'a1' });
    expect(newValues({ taxWrapper: 'MOON' }).taxWrapper).toBe('DEALING');
  });

  it('names every required field of an empty form', () => {
    expect(Object.keys(messages({ ...newValues(), taxWrapper: '' })).toSorted()).toEqual([
      'accountId',
      'brokerId',
      'consideration',
      'isin',
      'taxWrapper',
      'transactionDate',
      'transactionType',
    ]);
  });

  it('goes to a record and back without losing a digit', () => {
    const read = readTransactionForm({ ...buy, quantity: '0.0000001', localPrice: '33.9858' });
    if (!read.ok) throw new Error('refused');
    expect(read.fields).toMatchObject({ quantity: 1e-7, localPrice: 33.9858, brokerCharge: 5, stampDuty: 0 });
    expect(valuesOf({ ...read.fields, id: 't1' })).toMatchObject({
      quantity: '0.0000001',
      localPrice: '33.9858',
      brokerCharge: '5',
      nativePrice: '',
    });
  });

  it("says in the form's words what is wrong with a field", () => {
    expect(messages({ ...buy, transactionDate: '31/02/2024' })).toEqual({
      transactionDate: '"31/02/2024" is not a date. Use dd/mm/yyyy.',
    });
    expect(messages({ ...buy, quantity: '0' })).toEqual({ quantity: 'Quantity must be greater than 0.' });
    expect(messages({ ...buy, quantity: 'ten' })).toEqual({ quantity: '"ten" is not a number.' });
    expect(messages({ ...buy, consideration: '1234567890.1234567' })).toEqual({
      consideration: 'Consideration can have at most 15 digits, 12 of them decimals.',
    });
    expect(messages({ ...buy, isin: '' })).toEqual({ isin: 'Pick an asset from the list.' });
  });

  it('keeps the fields of the chosen type only', () => {
    const read = readTransactionForm({
      ...buy,
      ratioNew: '2',
      ratioOld: '1',
      relatedIsin: 'nonsense',
      incomeDate: '2024-01-01',
    });
    expect(read.ok && Object.keys(read.fields).filter((field) => /^(?:ratio|related|income)/u.test(field))).toEqual([]);
    const split = readTransactionForm({
      ...buy,
      transactionType: 'SPLIT',
      quantity: '-5',
      ratioNew: '2',
      ratioOld: '1',
    });
    expect(split.ok && split.fields).toMatchObject({ quantity: -5, ratioNew: 2, ratioOld: 1 });
    expect(messages({ ...buy, transactionType: 'MERGER' })).toEqual({
      relatedIsin: 'Pick the other asset from the list.',
    });
  });

  it('offers quantity x local price to the penny', () => {
    expect(offeredConsideration({ transactionType: 'BUY', quantity: '205', localPrice: '33.9858' })).toBe('6967.09');
    expect(offeredConsideration({ transactionType: 'BUY', quantity: '3', localPrice: '0.335' })).toBe('1.01');
    expect(offeredConsideration({ transactionType: 'BUY', quantity: '', localPrice: '1' })).toBeNull();
    expect(offeredConsideration({ transactionType: 'BUY', quantity: '-2', localPrice: '1' })).toBeNull();
    expect(offeredConsideration({ transactionType: 'SPLIT', quantity: '5', localPrice: '' })).toBe('0');
  });
});
