import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import type { RowEdit } from '../../../../domain/csv/source/edited-rows.ts';
import styles from './row-editor.module.css';

/** A cell of a row that can be typed over. */
export interface EditableCell {
  /** Of its column. */
  readonly field: string;
  readonly label: string;
  readonly text: string;
  /** What is wrong with it. */
  readonly error?: string | undefined;
}

export interface RowEditorProps {
  readonly rowNumber: number;
  readonly cells: readonly EditableCell[];
  readonly busy: boolean;
  /** What was typed, by field; only what differs from the file. */
  readonly onSave: (edit: RowEdit) => void;
  readonly onCancel: () => void;
}

/** The cells of a row, to be corrected in place. */
export function RowEditor({ rowNumber, cells, busy, onSave, onCancel }: RowEditorProps) {
  const [typed, setTyped] = useState<RowEdit>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong =
      form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ?? form.current?.querySelector('input');
    wrong?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed);
  };
  return (
    <form ref={form} className={styles.editor} aria-label={`Correct row ${rowNumber}`} onSubmit={submit}>
      {cells.map(({ field, label, text, error }) => (
        <TextField
          key={field}
          label={label}
          width="medium"
          value={typed[field] ?? text}
          error={typed[field] === undefined ? error : undefined}
          autoComplete="off"
          onChange={(event) => {
            setTyped({ ...typed, [field]: event.target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onCancel();
          }}
        />
      ))}
      <div className={styles.actions}>
        <Button size="small" variant="primary" type="submit" loading={busy} disabled={Object.keys(typed).length === 0}>
          Check row
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
