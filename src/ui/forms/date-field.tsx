import { parseIsoDate } from '../../../domain/values/dates.ts';
import { readTypedDate, typedDate } from '../texts/date-text.ts';
import { type PickedValueProps, PickerField } from './picker-field.tsx';

/** A day, `yyyy-MM-dd`, typed as dd/mm/yyyy or picked from the device's calendar. */
export function DateField(props: PickedValueProps) {
  return (
    <PickerField
      {...props}
      picker="date"
      placeholder="dd/mm/yyyy"
      show={typedDate}
      read={readTypedDate}
      parse={parseIsoDate}
    />
  );
}
