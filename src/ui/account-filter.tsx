import type { Account } from '../../domain/records.ts';
import { SelectField } from './select-field.tsx';

/** The filter that every list over several accounts has; the empty id shows all of them. */
export function AccountFilter({ accounts, value, onChange }: { readonly accounts: readonly Account[]; readonly value: string; readonly onChange: (accountId: string) => void }) {
  return (
    <SelectField
      label="Account"
      labelHidden
      placeholder="All Accounts"
      options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(event) => { onChange(event.target.value); }}
    />
  );
}
