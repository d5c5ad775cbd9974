import { TextField } from '../../../ui/forms/text-field.tsx';

/** A passphrase, typed twice: a mistyped one would make a file unreadable for good. */
export interface TypedPassphrase {
  readonly passphrase: string;
  readonly repeated: string;
}

export const NO_PASSPHRASE: TypedPassphrase = { passphrase: '', repeated: '' };

/** Whether both are the same; none at all is. */
export function isRepeated({ passphrase, repeated }: TypedPassphrase): boolean {
  return passphrase === '' || passphrase === repeated;
}

export interface PassphraseFieldsProps {
  readonly label: string;
  readonly hint: string;
  readonly repeatLabel: string;
  readonly repeatHint: string;
  readonly typed: TypedPassphrase;
  readonly onChange: (typed: TypedPassphrase) => void;
}

/** Asks for an optional passphrase; one that is typed has to be repeated. */
export function PassphraseFields({ label, hint, repeatLabel, repeatHint, typed, onChange }: PassphraseFieldsProps) {
  const differs = typed.repeated !== '' && !isRepeated(typed);
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        hint={hint}
        value={typed.passphrase}
        onChange={(event) => {
          onChange({ ...typed, passphrase: event.target.value });
        }}
      />
      {typed.passphrase !== '' && (
        <TextField
          label={repeatLabel}
          type="password"
          autoComplete="new-password"
          hint={repeatHint}
          error={differs ? 'The passphrases differ' : null}
          value={typed.repeated}
          onChange={(event) => {
            onChange({ ...typed, repeated: event.target.value });
          }}
        />
      )}
    </>
  );
}
