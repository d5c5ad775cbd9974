import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../layout/class-names.ts';
import styles from './field.module.css';

/** How wide a field is: as wide as its content. */
export type FieldWidth = 'narrow' | 'medium' | 'wide' | 'full';

/** The properties of every field. */
export interface FieldLook {
  readonly label: string;
  /** Keeps the label for screen readers only, for example in a toolbar. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: ReactNode;
  /** Replaces the hint, with an icon. */
  readonly error?: string | null | undefined;
  readonly width?: FieldWidth | undefined;
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldLook {
  /** The ids of notes outside the field that describe it too, apart by spaces; a note need not be there yet. */
  readonly describedBy?: string | undefined;
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** Label above, control, hint below; the error in place of the hint. */
export function Field({
  label,
  labelHidden = false,
  hint,
  error,
  width = 'medium',
  describedBy,
  children,
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const failed = error !== undefined && error !== null && error !== '';
  const noted = failed || (hint !== undefined && hint !== null && hint !== '');
  const described = classNames(noted && noteId, describedBy);
  return (
    <div className={classNames(styles.field, styles[width], failed && styles.failed)}>
      <label className={classNames(styles.label, labelHidden && styles.labelHidden)} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': failed || undefined })}
      {noted && (
        <p id={noteId} className={styles.note} {...(failed && { role: 'alert' })}>
          {failed && <CircleAlert aria-hidden="true" />}
          <span>{failed ? error : hint}</span>
        </p>
      )}
    </div>
  );
}
