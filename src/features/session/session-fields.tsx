import { TextField, type TextFieldProps } from '../../ui/forms/text-field.tsx';

interface SessionFieldProps extends Pick<TextFieldProps, 'hint' | 'error' | 'placeholder' | 'autoFocus' | 'required'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** The address that names the user. */
export function EmailField({ onValueChange, ...field }: SessionFieldProps) {
  return (
    <TextField
      {...field}
      label="Email Address"
      type="email"
      name="email"
      width="full"
      autoComplete="username"
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
    />
  );
}

/** One of the user's names. */
export function NameField({
  onValueChange,
  ...field
}: SessionFieldProps & Required<Pick<TextFieldProps, 'label' | 'name' | 'autoComplete'>>) {
  return (
    <TextField
      {...field}
      width="full"
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
    />
  );
}

export interface PasswordFieldProps extends SessionFieldProps {
  readonly label?: string;
  readonly name?: string;
  /** A new password is offered by the browser's generator; the present one is filled in. */
  readonly kind: 'present' | 'new';
}

/** The password, or its repetition. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  kind,
  onValueChange,
  ...field
}: PasswordFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      type="password"
      name={name}
      width="full"
      autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
    />
  );
}
