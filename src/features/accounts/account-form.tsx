import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ACCOUNT_NAME_LIMIT } from '../../../domain/account.ts';
import { getAccount, saveAccount } from '../../data/accounts.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import { writeFaultText } from '../../data/write-fault-text.ts';
import type { WriteFault } from '../../data/write.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FieldStack, FormActions, Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { useLive } from '../../ui/use-live.ts';
import { accountNameFault } from './account-name.ts';
import { AccountNameField } from './account-name-field.tsx';
import { AccountTaxSettings } from './account-tax-settings.tsx';

/** Add or rename an account (001 §2.10); without an id it adds. */
export function AccountForm({ id }: { readonly id?: string | undefined }) {
  const title = id === undefined ? 'Add New Account' : 'Edit Account';
  const breadcrumb = [{ label: 'Accounts', to: '/accounts' }, { label: id === undefined ? 'New' : 'Edit' }];
  return (
    <Page width="form">
      <PageHeader title={title} breadcrumb={breadcrumb} />
      {id === undefined ? <NameForm initialName="" /> : <LoadedForm id={id} />}
    </Page>
  );
}

function LoadedForm({ id }: { readonly id: string }): ReactNode {
  const { data, error, loading } = useLive(
    () => getAccount(currentDatabase(), id),
    (changed) => watchTables(currentDatabase(), ['accounts'], changed),
    [id],
  );
  if (data) {
    return (
      <>
        <NameForm key={data.id} id={data.id} initialName={data.name} />
        <AccountTaxSettings accountId={data.id} />
      </>
    );
  }
  if (loading && error === undefined) return <SkeletonBlock lines={2} text="Loading account..." />;
  return (
    <Banner tone="error" actions={<ButtonLink to="/accounts">Accounts</ButtonLink>}>
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

function NameForm({ id, initialName }: { readonly id?: string; readonly initialName: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState(initialName);
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const fault = accountNameFault(name);
  const words = id === undefined ? { idle: 'Create Account', busy: 'Creating...' } : { idle: 'Update Account', busy: 'Updating...' };

  const submit = async () => {
    setSubmitted(true);
    if (fault !== null || busy) return;
    setBusy(true);
    setFailure(null);
    const written = await saveAccount(currentDatabase(), { ...(id !== undefined && { id }), name: name.trim() }).catch(() => null);
    setBusy(false);
    if (written?.ok === true) void navigate('/accounts');
    else setFailure(saveFailure(id, written?.fault));
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FieldStack>
        {failure !== null && <Banner tone="error">{failure}</Banner>}
        <AccountNameField
          label="Account Name *"
          placeholder="Enter account name"
          hint={`The person or entity that holds it, at most ${ACCOUNT_NAME_LIMIT} characters.`}
          submitted={submitted}
          value={name}
          onValueChange={setName}
        />
        <FormActions>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? words.busy : words.idle}
          </Button>
          <ButtonLink to="/accounts" disabled={busy}>
            Cancel
          </ButtonLink>
        </FormActions>
      </FieldStack>
    </form>
  );
}
