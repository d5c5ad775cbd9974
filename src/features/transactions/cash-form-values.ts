/**
 * Reading the transaction form for a cash event: its rules beside the record's own, and the other side of a transfer.
 */
import { cashEventIssues } from '../../../domain/records/cash-event.ts';
import { parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import { CURRENCY_OPTIONS, isOptionOf, type Currency } from '../../../domain/fields/enums.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import type { FormFault } from '../../ui/texts/form-fault-text.ts';
import type { FormReading, FormValues } from '../../ui/forms/record-form.tsx';
import { faultOf, readTransactionForm } from './transaction-form-values.ts';

/** What is known beside the form when it is opened. */
export interface CashFormFacts {
  readonly today: IsoDate;
  /** The first day on which a rate to pounds is known; null for a currency without one. */
  readonly ratesSince: Readonly<Record<Exclude<Currency, 'GBP'>, IsoDate | null>>;
  /** The wrappers in which each account has records. */
  readonly wrappers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A transaction to save, and the other side of a new cash transfer. */
export interface EnteredTransaction {
  readonly fields: TransactionFields;
  readonly otherSide: TransactionFields | null;
}

interface ReadingOptions {
  /** A new cash transfer asks for both sides; a stored one has its other side already. */
  readonly isNew: boolean;
  /** A stored trade may state what it moved at the broker, which stays. */
  readonly statesCash: boolean;
  /** Null where nothing is known. */
  readonly facts: CashFormFacts | null;
}

/** Reads the form, with what only cash events ask for. */
export function readEntered(
  values: FormValues,
  { isNew, statesCash, facts }: ReadingOptions,
): FormReading<EnteredTransaction> {
  const type = values['transactionType'] ?? '';
  const own = withCashEventFaults(readTransactionForm(values, !statesCash), values, facts);
  if (!isNew || !isCashTransfer(type))
    return own.ok ? { ok: true, fields: { fields: own.fields, otherSide: null } } : own;
  const entered = otherSideOf(values);
  const other = withCashEventFaults(readTransactionForm(entered), entered, facts);
  const faults = [...(own.ok ? [] : own.faults), ...(other.ok ? [] : otherFaults(other.faults, isExchange(values)))];
  if (isSamePlace(values, entered)) faults.push(SAME_PLACE);
  return own.ok && other.ok && faults.length === 0
    ? { ok: true, fields: { fields: own.fields, otherSide: other.fields } }
    : { ok: false, faults };
}

/** True for the types whose form asks for two sides. */
export function isCashTransfer(type: string): boolean {
  return type === 'CASH_TRANSFER_IN' || type === 'CASH_TRANSFER_OUT';
}

const SAME_PLACE: FormFault = {
  field: 'otherTaxWrapper',
  label: 'Other tax wrapper',
  message: 'Both sides are the same. Choose another broker, tax wrapper or currency.',
  isMissing: false,
};

/** The reading with the errors of a cash event among its records, also while other fields are still missing. */
function withCashEventFaults(
  reading: FormReading<TransactionFields>,
  values: FormValues,
  facts: CashFormFacts | null,
): FormReading<TransactionFields> {
  if (facts === null) return reading;
  const { transactionType = '', transactionDate = '', taxWrapper = '', cashCurrency = '', accountId = '' } = values;
  const issues = cashEventIssues(
    {
      transactionType,
      transactionDate: parseIsoDate(transactionDate),
      taxWrapper: taxWrapper === '' ? null : taxWrapper,
      cashCurrency: isOptionOf(CURRENCY_OPTIONS, cashCurrency) ? cashCurrency : null,
    },
    {
      today: facts.today,
      hasRate: (currency, day) => {
        const since = currency === 'GBP' ? day : facts.ratesSince[currency];
        return since !== null && since <= day;
      },
      wrappers: facts.wrappers.get(accountId) ?? new Set(),
    },
  );
  if (issues.length === 0) return reading;
  return { ok: false, faults: [...(reading.ok ? [] : reading.faults), ...issues.map(faultOf)] };
}

/** The form as the other side has it: the same account, day and note; the amount too, unless the currency is another. */
function otherSideOf(values: FormValues): FormValues {
  return {
    ...values,
    transactionType: values['transactionType'] === 'CASH_TRANSFER_IN' ? 'CASH_TRANSFER_OUT' : 'CASH_TRANSFER_IN',
    brokerId: values['otherBrokerId'] ?? '',
    taxWrapper: values['otherTaxWrapper'] ?? '',
    cashCurrency: otherCurrencyOf(values),
    cashAmount: (isExchange(values) ? values['otherAmount'] : values['cashAmount']) ?? '',
  };
}

function otherCurrencyOf({ cashCurrency = '', otherCurrency = '' }: FormValues): string {
  return otherCurrency === '' ? cashCurrency : otherCurrency;
}

function isExchange(values: FormValues): boolean {
  return otherCurrencyOf(values) !== (values['cashCurrency'] ?? '');
}

type FieldNames = Readonly<Record<string, readonly [field: string, label: string]>>;

const OTHER_PLACE: FieldNames = {
  brokerId: ['otherBrokerId', 'Other broker'],
  taxWrapper: ['otherTaxWrapper', 'Other tax wrapper'],
};
const OTHER_MONEY: FieldNames = {
  cashCurrency: ['otherCurrency', 'Other currency'],
  cashAmount: ['otherAmount', 'Other amount'],
};

/**
 * Errors of the other side's own fields. Those of shared fields, the amount too where the currency is one, are
 * reported once.
 */
function otherFaults(faults: readonly FormFault[], hasOwnMoney: boolean): FormFault[] {
  const names = hasOwnMoney ? { ...OTHER_PLACE, ...OTHER_MONEY } : OTHER_PLACE;
  return faults.flatMap((fault) => {
    const [field, label] = names[fault.field] ?? [];
    if (field === undefined || label === undefined) return [];
    return [{ ...fault, field, label, message: fault.message.replace(fault.label, label) }];
  });
}

function isSamePlace(a: FormValues, b: FormValues): boolean {
  return ['brokerId', 'taxWrapper', 'cashCurrency'].every((field) => a[field] !== '' && a[field] === b[field]);
}
