import { isAmount, parseAmount } from '../../../domain/amount.ts';
import { type BrokerCashFields, checkBrokerCashBalance } from '../../../domain/broker-cash-balance.ts';
import { CURRENCY_OPTIONS, TAX_WRAPPER_OPTIONS } from '../../../domain/enums.ts';
import type { Account, Broker, BrokerCashBalance } from '../../../domain/records.ts';
import { formFault, type FormField } from '../../ui/form-fault-text.ts';
import { FormMoney, FormSelect, FormTextArea } from '../../ui/form-fields.tsx';
import { FieldRow } from '../../ui/page.tsx';
import { type FormReading, type FormValues, RecordForm } from '../../ui/record-form.tsx';
import { optionsOf } from '../../ui/select-field.tsx';

const FIELDS: Readonly<Record<keyof BrokerCashFields, FormField>> = {
  accountId: { label: 'Account' },
  brokerId: { label: 'Broker' },
  taxWrapper: { label: 'Tax Wrapper' },
  cashBalance: { label: 'Cash Balance' },
  currency: { label: 'Currency' },
  notes: { label: 'Notes' },
  lastUpdated: { label: 'Last Updated' },
};

/** An empty form; the only account is chosen beforehand. */
export function newCashValues(accounts: readonly Account[]): FormValues {
  const [only, ...others] = accounts;
  return {
    accountId: only !== undefined && others.length === 0 ? only.id : '',
    brokerId: '',
    taxWrapper: '',
    cashBalance: '0',
    currency: 'GBP',
    notes: '',
  };
}

export function cashValuesOf({
  accountId,
  brokerId,
  taxWrapper,
  cashBalance,
  currency,
  notes,
}: BrokerCashBalance): FormValues {
  return { accountId, brokerId, taxWrapper, cashBalance: String(cashBalance), currency, notes };
}

function read(values: FormValues): FormReading<BrokerCashFields> {
  const balance = parseAmount(values['cashBalance'] ?? '');
  const checked = checkBrokerCashBalance({
    ...values,
    cashBalance: isAmount(balance) ? balance : values['cashBalance'],
  });
  if (checked.ok) return { ok: true, fields: checked.value };
  return {
    ok: false,
    faults: checked.issues.map((issue) => formFault(issue, FIELDS[issue.field as keyof BrokerCashFields])),
  };
}

export interface BrokerCashFormProps {
  readonly mode: 'add' | 'edit';
  /** What an unfinished form is kept under. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** Saves and answers null, or the sentence that says why it did not. */
  readonly onSave: (fields: BrokerCashFields) => Promise<string | null>;
}

/** The broker cash balance form (002 §2): account, broker and wrapper stay what they are once it is recorded. */
export function BrokerCashForm({ mode, draftKey, values, accounts, brokers, onSave }: BrokerCashFormProps) {
  const locked = mode === 'edit';
  const hint = (text: string) => (locked ? { hint: text } : {});
  return (
    <RecordForm
      draftKey={draftKey}
      values={values}
      read={read}
      onSave={onSave}
      back="/broker-cash-balances"
      submitLabel={locked ? 'Update Cash Balance' : 'Create Cash Balance'}
    >
      <FormSelect
        name="accountId"
        label="Account *"
        placeholder="Select an account..."
        options={optionsOf(accounts)}
        locked={locked}
        {...hint('Account cannot be changed when editing')}
      />
      <FormSelect
        name="brokerId"
        label="Broker *"
        placeholder="Select a broker..."
        options={optionsOf(brokers)}
        locked={locked}
        {...hint('Broker cannot be changed when editing')}
      />
      <FormSelect
        name="taxWrapper"
        label="Tax Wrapper *"
        placeholder="Select a tax wrapper..."
        options={TAX_WRAPPER_OPTIONS}
        locked={locked}
        {...hint('Tax wrapper cannot be changed when editing')}
      />
      <FieldRow>
        <FormMoney name="cashBalance" label="Cash Balance *" currencyName="currency" />
        <FormSelect name="currency" label="Currency *" width="narrow" options={CURRENCY_OPTIONS} />
      </FieldRow>
      <FormTextArea name="notes" label="Notes" rows={3} width="full" />
    </RecordForm>
  );
}
