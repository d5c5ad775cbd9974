import type { Account, BankName, SavingsAccount } from '../../../domain/records/records.ts';
import { listBankNames } from '../../data/records/bank-names.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { saveSavingsAccount } from '../../data/records/savings-accounts.ts';
import { getRecord } from '../../data/records/records.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { type Live, useOnce } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { BalanceHistorySection } from './balance-history-section.tsx';
import { newSavingsValues, savingsValuesOf } from './savings-form-values.ts';
import { SavingsForm } from './savings-form.tsx';

async function readAccount(id: string | undefined): Promise<SavingsAccount | null> {
  if (id === undefined) return null;
  const account = await getRecord(currentDatabase(), 'savingsAccount', id);
  if (account === null) throw new Error('no such savings account');
  return account;
}

/** Active banks, and the account's own one whatever its status. */
function choosable(banks: readonly BankName[], own: string | undefined): readonly BankName[] {
  return banks
    .filter(({ id, isActive }) => isActive || id === own)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

export interface SavingsFormScreenProps {
  /** The savings account to edit; none adds one. */
  readonly id?: string | undefined;
  readonly accounts: Live<readonly Account[]>;
}

/** Adds a savings account, or edits the one with the given id (002 §2). To be mounted again for another address. */
export function SavingsFormScreen({ id, accounts }: SavingsFormScreenProps) {
  const mode = id === undefined ? 'add' : 'edit';
  // Read once: a form must not change while it is being filled in.
  const record = useOnce(() => readAccount(id), [id]);
  // On a new device they may arrive only after the form was opened.
  const banks = useStored(() => listBankNames(currentDatabase()), []);
  const failed =
    record.error !== undefined
      ? 'Failed to load savings account'
      : banks.error !== undefined || accounts.error !== undefined
        ? 'Failed to load form data'
        : null;
  const ready = record.data !== undefined && banks.data !== undefined && accounts.data !== undefined;
  const account = record.data ?? null;

  return (
    <FormPage
      title={mode === 'add' ? 'Add Savings Account' : 'Edit Savings Account'}
      breadcrumb={[{ label: 'Savings Accounts', to: '/savings-accounts' }, { label: mode === 'add' ? 'New' : 'Edit' }]}
      back={{ to: '/savings-accounts', label: 'Savings Accounts' }}
      failed={failed}
      loading={
        ready
          ? null
          : {
              lines: 8,
              text:
                record.data === undefined && mode === 'edit' ? 'Loading savings account...' : 'Loading form data...',
            }
      }
    >
      {ready && (
        <SavingsForm
          mode={mode}
          draftKey={`savings-account-${id ?? 'new'}`}
          values={account === null ? newSavingsValues(accounts.data) : savingsValuesOf(account)}
          accounts={accounts.data}
          banks={choosable(banks.data, account?.bankNameId)}
          onSave={async (fields) => {
            const saved = await saveSavingsAccount(currentDatabase(), {
              ...fields,
              ...(id !== undefined && { id }),
              opened: account,
            }).catch(tellFaultAnd(null));
            if (saved?.ok !== true)
              return notWrittenText(saved, `Failed to ${mode === 'add' ? 'create' : 'update'} savings account`);
            showToast({ title: mode === 'add' ? 'Savings account saved.' : 'Savings account updated.' });
            return null;
          }}
        />
      )}
      {account !== null && <BalanceHistorySection account={account} />}
    </FormPage>
  );
}
