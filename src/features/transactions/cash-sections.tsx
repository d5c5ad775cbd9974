import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CONTRIBUTION_KINDS, CURRENCY_OPTIONS, TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import { parseAmount } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import { farFigure } from '../../compute/far-figure.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { FormDecimal, FormMoney, FormSelect, FormText } from '../../ui/forms/form-fields.tsx';
import { JuniorIsaNote } from '../../ui/messages/junior-isa-note.tsx';
import { FieldRow, Section } from '../../ui/layout/page.tsx';
import { TypedNote } from '../../ui/forms/typed-note.tsx';
import { optionsOf } from '../../ui/forms/select-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { isCashTransfer } from './cash-form-values.ts';
import type { TransactionFormValues } from './transaction-form-values.ts';

export interface CashSectionsProps {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** A new transfer asks for both sides. */
  readonly isNew: boolean;
}

/** The fields of a cash event in place of asset, price and charges. */
export function CashSections({ accounts, brokers, isNew }: CashSectionsProps) {
  const { control } = useFormContext<TransactionFormValues>();
  const { transactionType = '' } = useWatch({ control });
  const isTransfer = isCashTransfer(transactionType);
  return (
    <>
      <Section title="Cash">
        <DeviceOnly what="cash" />
        <AccountFields accounts={accounts} />
        {transactionType === 'CONTRIBUTION' && (
          <FormSelect
            name="contributionKind"
            label="Contribution Kind"
            placeholder="Select a kind"
            options={CONTRIBUTION_KINDS}
            required
          />
        )}
        <FieldRow>
          <FormSelect name="cashCurrency" label="Currency" options={CURRENCY_OPTIONS} required width="narrow" />
          <FormMoney name="cashAmount" label="Amount" currencyName="cashCurrency" required />
        </FieldRow>
      </Section>
      {isTransfer && isNew && <OtherSide brokers={brokers} isOut={transactionType === 'CASH_TRANSFER_OUT'} />}
    </>
  );
}

/** The broker, wrapper and currency at the other end; the amount too, where the currency is another. */
function OtherSide({ brokers, isOut }: { readonly brokers: readonly Broker[]; readonly isOut: boolean }) {
  const { control } = useFormContext<TransactionFormValues>();
  const { cashCurrency = '', otherCurrency = '' } = useWatch({ control });
  const noteId = useId();
  const isExchange = otherCurrency !== '' && otherCurrency !== cashCurrency;
  return (
    <Section title={isOut ? 'Transferred To' : 'Transferred From'}>
      <FieldRow>
        <FormSelect
          name="otherBrokerId"
          label="Other Broker"
          placeholder="Select a broker"
          options={optionsOf(brokers)}
          required
        />
        <FormSelect
          name="otherTaxWrapper"
          label="Other Tax Wrapper"
          placeholder="Select a wrapper"
          options={TAX_WRAPPER_OPTIONS}
          required
          width="narrow"
        />
      </FieldRow>
      <JuniorIsaNote name="otherTaxWrapper" />
      <FieldRow>
        <FormSelect
          name="otherCurrency"
          label="Other Currency"
          placeholder="The same"
          options={CURRENCY_OPTIONS}
          width="narrow"
        />
        {isExchange && (
          <FormMoney
            name="otherAmount"
            label="Other Amount"
            currencyName="otherCurrency"
            required
            describedBy={noteId}
          />
        )}
      </FieldRow>
      {isExchange && <ExchangeNote id={noteId} />}
    </Section>
  );
}

/** Says where the two amounts of an exchange are far from the rate of the month. */
function ExchangeNote({ id }: { readonly id: string }) {
  const { control } = useFormContext<TransactionFormValues>();
  const values = useWatch({ control });
  const day = parseIsoDate(values.transactionDate ?? '');
  const [amount, other] = [parseAmount(values.cashAmount ?? ''), parseAmount(values.otherAmount ?? '')];
  const isComplete = day !== null && typeof amount === 'number' && typeof other === 'number' && amount * other !== 0;
  return (
    <TypedNote
      id={id}
      typed={
        isComplete
          ? {
              kind: 'exchange' as const,
              from: values.cashCurrency ?? '',
              to: values.otherCurrency ?? '',
              rate: Math.abs(other / amount),
              day,
            }
          : null
      }
      ask={farFigure}
    />
  );
}

/** The tax withheld from a dividend or from interest; both figures or neither. */
export function WithheldSection() {
  return (
    <Section title="Gross Income and Tax">
      <DeviceOnly what="cash" />
      <FieldRow>
        <FormDecimal
          name="grossIncome"
          label="Gross Income"
          prefix="£"
          places={2}
          hint="Before tax was withheld, in pounds; leave empty if none was"
        />
        <FormDecimal name="taxWithheld" label="Tax Withheld" prefix="£" places={2} />
      </FieldRow>
      <FormText name="taxCountry" label="Country of Tax" hint="Two letters, such as US" maxLength={2} />
    </Section>
  );
}

/** The broker's statement of what a stored trade moved; it overrides what follows from the figures. */
export function SettlementSection() {
  return (
    <Section title="Settlement">
      <DeviceOnly what="cash" />
      <FieldRow>
        <FormSelect
          name="cashCurrency"
          label="Settled In"
          placeholder="Not stated"
          options={CURRENCY_OPTIONS}
          width="narrow"
        />
        <FormMoney name="cashAmount" label="Settled Amount" currencyName="cashCurrency" />
      </FieldRow>
    </Section>
  );
}
