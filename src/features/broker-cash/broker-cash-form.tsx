import { type BrokerCashFields, checkBrokerCashBalance } from '../../../domain/records/broker-cash-balance.ts';
import { CURRENCY_OPTIONS, TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import {
  BROKER_CASH_BALANCE,
  type Account,
  type Broker,
  type BrokerCashBalance,
} from '../../../domain/records/records.ts';
import { FormMoney, FormSelect, FormTextArea } from '../../ui/forms/form-fields.tsx';
import { JuniorIsaNote } from '../../ui/messages/junior-isa-note.tsx';
import { FieldRow } from '../../ui/layout/page.tsx';
import { type FormReading, type FormValues, RecordForm } from '../../ui/forms/record-form.tsx';
import { blankValues, readValues, valuesOf } from '../../ui/forms/record-values.ts';
import { optionsOf } from '../../ui/forms/select-field.tsx';

/** The day of a balance is that on which it is saved. */
const { lastUpdated: _lastUpdated, ...FIELDS } = BROKER_CASH_BALANCE;

/** An empty form; the only account is chosen beforehand. */
export function newCashValues(accounts: readonly Account[]): FormValues {
  const [only, ...others] = accounts;
  const accountId = only !== undefined && others.length === 0 ? only.id : '';
  return { ...blankValues(FIELDS), accountId, cashBalance: '0' };
}

export function cashValuesOf(balance: BrokerCashBalance): FormValues {
  return valuesOf(FIELDS, balance);
}

function read(values: FormValues): FormReading<BrokerCashFields> {
  return readValues(FIELDS, values, checkBrokerCashBalance);
}

export interface BrokerCashFormProps {
  readonly mode: 'add' | 'edit';
  /** What an unfinished form is kept under. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** Saves and returns null, or the reason why it was not saved. */
  readonly onSave: (fields: BrokerCashFields) => Promise<string | null>;
}

/** The broker cash balance form (002 §2): account, broker and wrapper cannot be changed once it is recorded. */
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
      <JuniorIsaNote />
      <FieldRow>
        <FormMoney name="cashBalance" label="Cash Balance *" currencyName="currency" />
        <FormSelect name="currency" label="Currency *" width="narrow" options={CURRENCY_OPTIONS} />
      </FieldRow>
      <FormTextArea name="notes" label="Notes" rows={3} width="full" />
    </RecordForm>
  );
}
