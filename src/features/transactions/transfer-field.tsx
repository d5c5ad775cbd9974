import { useFormContext, useWatch } from 'react-hook-form';
import { parseAmount, isAmount } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import { isOptionOf, labelOf, TAX_WRAPPER_OPTIONS, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import type { Account, Transaction } from '../../../domain/records/records.ts';
import type { TransferHalf } from '../../../domain/records/transfer-candidates.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { FormSelect } from '../../ui/forms/form-fields.tsx';
import { formatQuantity } from '../../ui/texts/format.ts';
import { Section } from '../../ui/layout/page.tsx';
import { useOnce } from '../../ui/hooks/use-live.ts';
import type { TransactionFormValues } from './transaction-form-values.ts';

export type FindTransfers = (half: TransferHalf) => Promise<readonly Transaction[]>;

export interface TransferFieldProps {
  /** The stored row's id, which cannot be its own other half. */
  readonly id?: string | undefined;
  /** The link that the stored row has, if any. */
  readonly transferId?: string | undefined;
  readonly accounts: readonly Account[];
  readonly findTransfers: FindTransfers;
}

const NONE: readonly Transaction[] = [];

/** Links a transfer with its other half; the form's `transferId` holds the other half's id while it is edited. */
export function TransferField({ id, transferId, accounts, findTransfers }: TransferFieldProps) {
  const { control } = useFormContext<TransactionFormValues>();
  const values = useWatch({ control }) as TransactionFormValues;
  const half = halfOf(values, id, transferId);
  const { data = NONE } = useOnce(async () => (half === null ? NONE : await findTransfers(half)), [half]);
  if (values.transactionType !== 'TRANSFER_IN' && values.transactionType !== 'TRANSFER_OUT') return null;

  const options = data.map((row) => ({ value: row.id, label: describe(row, accounts) }));
  const isElsewhere = values.transferId !== '' && !options.some(({ value }) => value === values.transferId);
  const other = values.transactionType === 'TRANSFER_IN' ? 'Transfer Out' : 'Transfer In';
  return (
    <Section title="Linked Transfer">
      <FormSelect
        name="transferId"
        label={`Other half (${other})`}
        placeholder="Not linked"
        options={
          isElsewhere
            ? [...options, { value: values.transferId, label: 'Linked; the other half is not in this list' }]
            : options
        }
        width="full"
        hint="Within one account a transfer is a move; to a spouse, the exact cost goes with it. Between taxable and ISA, LISA, JISA or SIPP record a Sell and a Buy."
      />
      {values.transferId !== '' && <DeviceOnly what="fields" />}
    </Section>
  );
}

function halfOf(
  { transactionType, isin, taxWrapper, transactionDate, quantity }: TransactionFormValues,
  id: string | undefined,
  transferId: string | undefined,
): TransferHalf | null {
  const date = parseIsoDate(transactionDate);
  const units = parseAmount<'quantity'>(quantity);
  if (
    date === null ||
    isin === '' ||
    !isOptionOf(TAX_WRAPPER_OPTIONS, taxWrapper) ||
    !isOptionOf(TRANSACTION_TYPES, transactionType)
  )
    return null;
  return {
    transactionType,
    isin,
    taxWrapper,
    transactionDate: date,
    quantity: isAmount(units) ? units : null,
    ...(id !== undefined && { id }),
    ...(transferId !== undefined && { transferId }),
  };
}

function describe(
  { transactionType, transactionDate, quantity, accountId, taxWrapper }: Transaction,
  accounts: readonly Account[],
): string {
  const account = accounts.find((entry) => entry.id === accountId)?.name ?? '';
  return [
    labelOf(TRANSACTION_TYPES, transactionType),
    formatDate(transactionDate),
    quantity === null ? '' : formatQuantity(quantity),
    account,
    taxWrapper,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
