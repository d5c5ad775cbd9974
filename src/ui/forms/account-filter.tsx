import type { Account } from '../../../domain/records/records.ts';
import { optionsOf, SelectField } from './select-field.tsx';
import { useRenamed } from '../hooks/use-renamed.ts';

/** The filter of every list over several accounts; the empty id shows all of them. */
export function AccountFilter({
  accounts,
  value,
  onChange,
}: {
  readonly accounts: readonly Account[];
  readonly value: string;
  readonly onChange: (accountId: string) => void;
}) {
  const options = optionsOf(accounts);
  useRenamed(value, options, onChange);
  // A link or a stored filter may name a deleted account: it restricts all the same, and must not read 'All Accounts'.
  const isGone = value !== '' && accounts.length > 0 && !options.some((option) => option.value === value);
  return (
    <SelectField
      label="Account"
      labelHidden
      placeholder="All Accounts"
      options={[...options, ...(isGone ? [{ value, label: 'Unknown account' }] : [])]}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
