import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasServer } from '../../data/database/places.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { currentSession, endSession, startDeviceSession } from '../../sync/session/session.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DropWords, FileZone } from '../../ui/controls/file-zone.tsx';
import { FieldStack, FormActions, Page, PageHeader, Section } from '../../ui/layout/page.tsx';
import { HolderFields } from './holder-fields.tsx';
import styles from './holder-fields.module.css';
import { useHolderNames } from './use-holder-names.ts';
import { saveRecords } from '../../data/records/records.ts';

type Destination = '/dashboard' | '/accounts' | '/transactions/new';

export interface AccountSetupProps {
  /** Starts with a backup. */
  readonly onRestore: () => void;
  /** The accounts are there, and this file is to be imported into them. */
  readonly onFile: (file: File) => void;
  /** What the picker offers. */
  readonly accept: string;
}

/** The wizard for a user's first accounts (001 §2.10): who holds the investments, then the ways to begin. */
export function AccountSetup({ onRestore, onFile, accept }: AccountSetupProps) {
  const navigate = useNavigate();
  const { hasServer: isSignedIn, isMadeUp } = useServerPresence();
  const names = useHolderNames('Main Account');
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState<Destination | null>(null);
  const [failed, setFailed] = useState(false);
  const isWorking = busy !== null;

  const create = async (destination: Destination, done = () => void navigate(destination)) => {
    setSubmitted(true);
    if (names.faults.some((fault) => fault !== null) || isWorking) return;
    setBusy(destination);
    setFailed(false);
    const accounts = names.filled.map((name) => ({ name }));
    const written = await saveRecords(currentDatabase(), 'account', accounts).catch(tellFaultAnd(null));
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
          <HolderFields names={names} submitted={submitted} disabled={isWorking} />
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
          {names.filled.length === 1
            ? 'Choose a file of transactions from your broker. It is imported into the account above, and you see everything before it is saved.'
            : 'Choose a file of transactions from your broker. You choose the person it belongs to, and see everything before it is saved.'}
        </p>
        <FileZone
          label="Choose a transactions file"
          note={
            <>
              <DropWords>: </DropWords>
              CSV, TSV or text
            </>
          }
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
      <Section title="Other ways to start">
        <ul className={styles.ways}>
          <Way text="A backup from another device or server restores its own accounts, with all their records.">
            <Button disabled={isWorking} onClick={onRestore}>
              Restore a backup
            </Button>
          </Way>
          <Way text="Without a file, type your transactions one by one.">
            <Button disabled={isWorking} onClick={() => void create('/transactions/new')}>
              Type a transaction
            </Button>
          </Way>
          {!isMadeUp && (
            <Way
              text={`Ten years of made-up records show what Holdfast does. They are kept separate from yours${
                isSignedIn ? ', and you are signed out first' : ''
              }.`}
            >
              <Button disabled={isWorking} onClick={lookAround}>
                Look around with made-up records
              </Button>
            </Way>
          )}
        </ul>
      </Section>
    </Page>
  );
}

function Way({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li>
      <p>{text}</p>
      <div>{children}</div>
    </li>
  );
}

/** Leaves the user's own records, which stay where they are, for made-up ones. */
function lookAround(): void {
  const session = currentSession();
  if (session !== null) endSession(hasServer(session) ? 'signedOut' : 'left');
  startDeviceSession('madeUp');
}
