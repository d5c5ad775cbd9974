import { useState } from 'react';
import type { ColumnReading } from '../../../../domain/csv/tables/column-readings.ts';
import { COLUMN_LABELS, TRANSACTION_FIELDS, type TransactionField } from '../../../../domain/csv/tables/columns.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DeviceOnly } from '../../../ui/messages/device-only.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import styles from './column-chooser.module.css';

/** What a column of any file can hold; our own columns of identifiers cannot be chosen. */
const OFFERED = TRANSACTION_FIELDS.filter(
  (field) => !['id', 'accountId', 'brokerId', 'transferId'].includes(field),
).map((field) => ({ value: field, label: COLUMN_LABELS[field] }));

/** Columns shown although nothing was read from them; a file may have thousands. */
const MOST_UNUSED = 60;

type ColumnFields = readonly (TransactionField | null)[];

export interface ColumnChooserProps {
  readonly columns: readonly ColumnReading[];
  readonly disabled: boolean;
  /** What each column holds, by position. */
  readonly onChoose: (fields: ColumnFields) => void;
  /** Forgets the choices for such files; absent where there were none. */
  readonly onForget?: (() => void) | undefined;
}

/** An example from the column, and where a column that the file does not have was read. */
function hintOf({ sample, isDerived }: ColumnReading): string {
  if (sample === '') return 'Empty';
  return isDerived === true
    ? `Not a column of the file: read from its titles, headings or texts, e.g. ${sample}`
    : `e.g. ${sample}`;
}

/** Shows what each column of a file was read as, and lets the user change it. */
export function ColumnChooser({ columns, disabled, onChoose, onForget }: ColumnChooserProps) {
  const [fields, setFields] = useState<ColumnFields>(() => columns.map((column) => column.field));
  const choose = (position: number, value: string) => {
    const chosen = TRANSACTION_FIELDS.find((field) => field === value) ?? null;
    // A field is in one column: choosing it here removes it elsewhere.
    setFields(
      fields.map((field, at) => (at === position ? chosen : field !== null && field === chosen ? null : field)),
    );
  };
  const isShown = (position: number): boolean => position < MOST_UNUSED || (columns[position]?.field ?? null) !== null;
  const hidden = columns.filter((_column, position) => !isShown(position)).length;
  return (
    <div className={styles.chooser}>
      <div className={styles.columns}>
        {columns.map(
          (column, position) =>
            isShown(position) && (
              <SelectField
                // oxlint-disable-next-line react/no-array-index-key -- a column is its position
                key={position}
                label={column.header === '' ? `Column ${position + 1}` : column.header}
                hint={hintOf(column)}
                placeholder="Not used"
                options={OFFERED}
                value={fields[position] ?? ''}
                disabled={disabled}
                onChange={(event) => {
                  choose(position, event.target.value);
                }}
              />
            ),
        )}
      </div>
      {hidden > 0 && <p>{formatCount(hidden)} further columns are not used.</p>}
      <DeviceOnly what="extras" />
      <div className={styles.actions}>
        <Button
          size="small"
          disabled={disabled || fields.every((field) => field === null)}
          onClick={() => {
            onChoose(fields);
          }}
        >
          Read with these columns
        </Button>
        {onForget !== undefined && (
          <Button size="small" disabled={disabled} onClick={onForget}>
            Detect the columns automatically
          </Button>
        )}
      </div>
    </div>
  );
}
