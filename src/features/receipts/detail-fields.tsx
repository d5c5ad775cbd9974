import { RECEIPT_DESCRIPTION_LIMIT, RECEIPT_TYPES } from '../../../domain/records/receipt.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import type { ReceiptDetails } from './receipts-store.ts';

export interface DetailFieldsProps {
  readonly labels: Readonly<Record<keyof ReceiptDetails, string>>;
  readonly details: ReceiptDetails;
  readonly onChange: (details: ReceiptDetails) => void;
}

/** Type and description of a receipt. */
export function DetailFields({ labels, details, onChange }: DetailFieldsProps) {
  return (
    <>
      <SelectField
        label={labels.receiptType}
        placeholder="-- Select Type --"
        options={RECEIPT_TYPES}
        value={details.receiptType}
        onChange={(event) => {
          onChange({ ...details, receiptType: event.target.value });
        }}
      />
      <TextAreaField
        label={labels.description}
        width="full"
        rows={3}
        maxLength={RECEIPT_DESCRIPTION_LIMIT}
        value={details.description}
        onChange={(event) => {
          onChange({ ...details, description: event.target.value });
        }}
      />
    </>
  );
}
