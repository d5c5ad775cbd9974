import { useEffect, useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { readRecordCopy, storeRecordCopy } from '../../data/device/local-settings.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { answerText } from '../../sync/ask/ask-server.ts';
import { askProfile, deleteAccount, type Profile } from '../../sync/ask/own-access.ts';
import { removeDeviceData } from '../../sync/session/device-data.ts';
import { forgetPassword } from '../../sync/session/offline-sign-in.ts';
import { tellFault, tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { Section } from '../../ui/layout/page.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { AnsweredPart } from './answered-part.tsx';
import {
  fetchReceipts,
  isThisDeviceEmpty,
  missingReceiptsText,
  noteCopyToThisDevice,
  openThisDevice,
} from './keep-records.ts';
import { useOwnAccess } from './own-access-settings.tsx';
import styles from './settings.module.css';
import { useAnswer } from './use-answer.ts';

/** Deleting the account on the server. */
export function DeleteAccountSection() {
  return useOwnAccess() === true ? <DeleteAccount /> : null;
}

function DeleteAccount() {
  const profile = useAnswer(askProfile);
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Delete my account on this server">
      <p className={styles.text}>
        Deletes your records, receipts, settings and sessions from the server for good. Backups that the person who runs
        the server made earlier still contain them. You can keep your records on this device.
      </p>
      <AnsweredPart
        answered={profile}
        failedText="Your account could not be looked up."
        offlineText="You can delete your account when you are connected."
      >
        {(value) =>
          value.isNeeded ? (
            <Banner tone="info">
              You are the only administrator of this server, and others use it. Make another user an administrator
              before you delete your account.
            </Banner>
          ) : (
            <div className={styles.buttons}>
              <Button variant="danger" disabled={profile.isLost} onClick={() => setAsking(true)}>
                Delete my account
              </Button>
            </div>
          )
        }
      </AnsweredPart>
      {isAsking && profile.value !== undefined && (
        <DeleteAccountDialog profile={profile.value} onClose={() => setAsking(false)} />
      )}
    </Section>
  );
}

type Records = 'keep' | 'remove';

const CHOICES: readonly { readonly value: Records; readonly label: string }[] = [
  { value: 'keep', label: 'Keep them on this device only' },
  { value: 'remove', label: 'Remove them from this device' },
];

async function countUnsent(): Promise<number> {
  return (await listOutbox(currentDatabase())).length;
}

/** An account that still answers was not deleted: its records are not to be copied. */
async function forgetCopyOfLivingAccount(): Promise<void> {
  const answer = await askProfile(currentDatabase());
  if (answer.kind === 'answer') storeRecordCopy(null);
}

function DeleteAccountDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { data: unsent = 0 } = useStored(countUnsent, []);
  const [isPlaceEmpty, setPlaceEmpty] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<Records>('keep');
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    isThisDeviceEmpty().then(setPlaceEmpty, () => setPlaceEmpty(false));
  }, []);
  const records = isPlaceEmpty === false ? 'remove' : chosen;
  const cancel = () => {
    onClose();
    if (fault !== null && readRecordCopy() !== null) forgetCopyOfLivingAccount().catch(tellFault);
  };
  const isConfirmed = email.trim().toLowerCase() === profile.email;

  /** Returns why nothing was deleted, or null. */
  const perform = async (): Promise<string | null> => {
    if (records === 'keep') {
      const missing = await fetchReceipts();
      if (missing > 0) return missingReceiptsText(missing);
      // Before the account is deleted: should the app end now, the copy still continues.
      noteCopyToThisDevice(true);
    }
    const db = currentDatabase();
    const answer = await deleteAccount(db, { password, email: email.trim() });
    if (answer.kind === 'answer') {
      await forgetPassword(profile.email).catch(tellFault);
      if (records === 'keep') openThisDevice();
      else await removeDeviceData(db.name, profile.email, 'deleted');
      return null;
    }
    // Either may follow a deletion whose reply was lost: the copy that was noted is then all that is left.
    if (answer.kind === 'offline' || answer.kind === 'signedOut')
      return 'The server did not answer, so your account may or may not be deleted. Try again.';
    storeRecordCopy(null);
    return `Your account was not deleted. ${answerText(answer)}`;
  };
  const submit = async () => {
    setFault(null);
    setBusy(true);
    const failure = await perform().catch(tellFaultAnd('Your account was not deleted. Please try again.'));
    setBusy(false);
    setFault(failure);
  };
  return (
    <Dialog
      open
      onClose={cancel}
      busy={isBusy}
      size="small"
      title="Delete my account on this server"
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="delete-account"
            variant="danger"
            loading={isBusy}
            disabled={!isConfirmed || password === '' || isPlaceEmpty === null}
          >
            {isBusy ? 'Deleting...' : 'Delete my account'}
          </Button>
        </>
      }
    >
      <form
        id="delete-account"
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && password !== '' && !isBusy) void submit();
        }}
      >
        {fault !== null && <Banner tone="error">{fault}</Banner>}
        <p>
          Your records, receipts, settings and sessions are deleted from the server. This cannot be undone. Your other
          devices keep their copies until you remove them there.
        </p>
        <SelectField
          label="Your records on this device"
          width="full"
          options={isPlaceEmpty === false ? CHOICES.filter(({ value }) => value === 'remove') : CHOICES}
          value={records}
          hint={
            isPlaceEmpty === false
              ? 'This device has records without a server already, so these cannot be kept beside them. Export everything first if you need them.'
              : records === 'keep'
                ? 'You can go on using them here, without a server. Nothing is sent.'
                : 'They are removed from this browser.'
          }
          onChange={(event) => setChosen(event.target.value === 'remove' ? 'remove' : 'keep')}
        />
        {records === 'remove' && unsent > 0 && (
          <Banner tone="error">
            {unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the server and would be lost for
            good.
          </Banner>
        )}
        <TextField
          label="Your password"
          type="password"
          width="full"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="Your e-mail address, to confirm"
          type="email"
          width="full"
          autoComplete="off"
          hint={`Type ${profile.email}`}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
