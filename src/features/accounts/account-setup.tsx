import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { saveAccount } from '../../data/records/accounts.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FileZone } from '../../ui/controls/file-zone.tsx';
import { FieldStack, FormActions, Page, PageHeader, Section } from '../../ui/layout/page.tsx';
import { accountNameFault } from './account-name.ts';
import { AccountNameField } from './account-name-field.tsx';

type Destination = '/dashboard' | '/accounts';

export interface AccountSetupProps {
  /** Begins with a backup. */
  readonly onRestore: () => void;
  /** The account is there, and this file is to be imported into it. */
  readonly onFile: (file: File) => void;
  /** What the picker offers. */
  readonly accept: string;
}

/** The wizard for a user's first account (001 §2.10), with the other ways to begin. */
export function AccountSetup({ onRestore, onFile, accept }: AccountSetupProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('Main Account');
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState<Destination | null>(null);
  const [failed, setFailed] = useState(false);
  const fault = accountNameFault(name);
  const isWorking = busy !== null;

  const create = async (destination: Destination, done = () => void navigate(destination)) => {
    setSubmitted(true);
    if (fault !== null || isWorking) return;
    setBusy(destination);
    setFailed(false);
    const written = await saveAccount(currentDatabase(), { name: name.trim() }).catch(tellFaultAnd(null));
    setBusy(null);
    if (written?.ok === true) done();
    else setFailed(true);
  };

  return (
    <Page width="form">
      <PageHeader title="Welcome to Holdfast" description="Let's set up your first account to get started" />
      <p>
        Accounts represent different financial account holders, each account holder can have transactions recorded
        against different account/holdings types. You&apos;ll assign transactions to specific accounts when you add
        them.
      </p>
      {failed && <Banner tone="error">Failed to create account. Please try again.</Banner>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create('/dashboard');
        }}
      >
        <FieldStack>
          <AccountNameField
            label="Account Name"
            placeholder="e.g., Account Name..."
            submitted={submitted}
            value={name}
            onValueChange={setName}
            onFocus={(event) => {
              event.target.select();
            }}
          />
          <FormActions>
            <Button type="submit" variant="primary" size="main" loading={busy === '/dashboard'} disabled={isWorking}>
              {isWorking ? 'Creating...' : 'Create Account & Continue'}
            </Button>
            <Button
              size="main"
              loading={busy === '/accounts'}
              disabled={isWorking}
              onClick={() => void create('/accounts')}
            >
              {isWorking ? 'Creating...' : 'Create & Add More Accounts'}
            </Button>
          </FormActions>
        </FieldStack>
      </form>
      <Section title="Start with a file">
        <p>
          Choose a file of transactions from your broker: it is read for the account above, and you see everything
          before it is saved.
        </p>
        <FileZone
          label="Choose a transactions file"
          note="or drop it here: CSV, TSV or text"
          accept={accept}
          disabled={isWorking}
          onFile={(file) => {
            if (file === null) return;
            void create('/dashboard', () => {
              onFile(file);
            });
          }}
        />
      </Section>
      <Section title="Coming from another device or server?">
        <p>An export of Holdfast brings its own accounts, with everything recorded in them.</p>
        <div>
          <Button disabled={isWorking} onClick={onRestore}>
            Restore a backup
          </Button>
        </div>
      </Section>
    </Page>
  );
}
