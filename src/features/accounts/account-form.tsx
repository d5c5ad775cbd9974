import { type ReactNode, useState } from 'react';
import { ACCOUNT_NAME_LIMIT } from '../../../domain/records/records.ts';
import type { Account } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { writeFaultText } from '../../data/database/write-fault-text.ts';
import type { WriteFault } from '../../data/database/write.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { FormText } from '../../ui/forms/form-fields.tsx';
import { visibleText } from '../../ui/texts/visible-text.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { type FormReading, type FormValues, RecordForm } from '../../ui/forms/record-form.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { accountNameFault } from './account-name.ts';
import { AccountTaxSettings } from './account-tax-settings.tsx';
import { getRecord, saveRecord } from '../../data/records/records.ts';

/** Add or rename an account (001 §2.10); without an id it adds. */
export function AccountForm({ id }: { readonly id?: string | undefined }) {
  const title = id === undefined ? 'Add New Account' : 'Edit Account';
  const breadcrumb = [{ label: 'Accounts', to: '/accounts' }, { label: id === undefined ? 'New' : 'Edit' }];
  return (
    <Page width="form">
      <PageHeader title={title} breadcrumb={breadcrumb} />
      {id === undefined ? <NameForm /> : <LoadedForm id={id} />}
    </Page>
  );
}

function LoadedForm({ id }: { readonly id: string }): ReactNode {
  const { data, error, loading } = useStored(() => getRecord(currentDatabase(), 'account', id), [id]);
  if (data) {
    return (
      <>
        <NameForm key={id} account={data} />
        <AccountTaxSettings accountId={data.id} />
      </>
    );
  }
  if (loading && error === undefined) return <SkeletonBlock lines={2} text="Loading account..." />;
  return (
    <Banner
      tone="error"
      actions={
        <ButtonLink size="small" to="/accounts">
          Accounts
        </ButtonLink>
      }
    >
      Failed to load account
    </Banner>
  );
}

/** What could not be done, and why where that is known. */
function saveFailure(id: string | undefined, fault: WriteFault | undefined): string {
  const failed = id === undefined ? 'Failed to create account' : 'Failed to update account';
  const why = fault === undefined ? null : writeFaultText(fault);
  return why === null ? failed : `${failed}. ${why}`;
}

function read({ name = '' }: FormValues): FormReading<{ readonly name: string }> {
  const fault = accountNameFault(name);
  return fault === null
    ? { ok: true, fields: { name: name.trim() } }
    : {
        ok: false,
        faults: [{ field: 'name', label: 'Account Name', message: fault, isMissing: visibleText(name) === '' }],
      };
}

function NameForm({ account }: { readonly account?: Account }) {
  // As the form was filled with it: the account is read again when it changes.
  const [opened] = useState(account ?? null);
  const id = opened?.id;
  const words =
    id === undefined
      ? { submitLabel: 'Create Account', busyLabel: 'Creating...' }
      : { submitLabel: 'Update Account', busyLabel: 'Updating...' };
  const save = async (fields: { readonly name: string }) => {
    const written = await saveRecord(currentDatabase(), 'account', {
      ...(id !== undefined && { id }),
      ...fields,
      opened,
    }).catch(tellFaultAnd(null));
    return written?.ok === true ? null : saveFailure(id, written?.fault);
  };
  return (
    <RecordForm
      draftKey={`account-${id ?? 'new'}`}
      values={{ name: opened?.name ?? '' }}
      read={read}
      onSave={save}
      back="/accounts"
      submitsInvalid
      {...words}
    >
      <FormText
        name="name"
        label="Account Name *"
        placeholder="Enter account name"
        hint={`The person or entity that holds the account, at most ${ACCOUNT_NAME_LIMIT} characters.`}
        width="wide"
        required
        autoFocus
      />
    </RecordForm>
  );
}
