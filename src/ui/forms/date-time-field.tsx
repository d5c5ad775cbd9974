import { parseIsoDateTime, readTypedDateTime, typedDateTime } from '../texts/date-text.ts';
import { type PickedValueProps, PickerField } from './picker-field.tsx';

const fault = (text: string): string => `"${text}" is not a date and time. Use dd/mm/yyyy hh:mm.`;

/** A minute of a day, `yyyy-MM-ddTHH:mm`, typed as dd/mm/yyyy hh:mm or picked from the device's calendar. */
export function DateTimeField(props: PickedValueProps) {
  return (
    <PickerField
      {...props}
      picker="datetime-local"
      placeholder="dd/mm/yyyy hh:mm"
      show={typedDateTime}
      read={readTypedDateTime}
      parse={parseIsoDateTime}
      fault={fault}
    />
  );
}
