import { useEffect, useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { readRecordCopy, storeRecordCopy } from '../../../data/device/local-settings.ts';
import { listOutbox } from '../../../data/outbox/outbox.ts';
import { answerText } from '../../../sync/ask/ask-server.ts';
import { askProfile, deleteAccount, type Profile } from '../../../sync/ask/own-access.ts';
import { removeDeviceData } from '../../../sync/session/device-data.ts';
import { forgetPassword } from '../../../sync/session/offline-sign-in.ts';
import { tellFault, tellFaultAnd } from '../../../ui/app-state/app-faults.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import {
  fetchReceipts,
  isThisDeviceEmpty,
  missingReceiptsText,
  noteCopyToThisDevice,
  openThisDevice,
} from './keep-records.ts';
import styles from '../shared/settings.module.css';

/** What becomes of the records on this device. */
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

/** Deletes the account, and keeps or removes its records here; returns why nothing was deleted, or null. */
async function deleteWith(
  records: Records,
  profile: Profile,
  confirmation: { readonly password: string; readonly email: string },
): Promise<string | null> {
  if (records === 'keep') {
    const missing = await fetchReceipts();
    if (missing > 0) return missingReceiptsText(missing);
    // Before the account is deleted: should the app end now, the copy still continues.
    noteCopyToThisDevice(true);
  }
  const db = currentDatabase();
  const answer = await deleteAccount(db, confirmation);
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
}

/** Whether this device has no records without a server yet, beside which others cannot be kept; null until known. */
function useIsThisDeviceEmpty(): boolean | null {
  const [isEmpty, setEmpty] = useState<boolean | null>(null);
  useEffect(() => {
    isThisDeviceEmpty().then(setEmpty, () => setEmpty(false));
  }, []);
  return isEmpty;
}

export interface DeleteAccountDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Asks for the password and the e-mail address before the account is deleted, and what becomes of the records here. */
export function DeleteAccountDialog({ profile, onClose }: DeleteAccountDialogProps) {
  const isPlaceEmpty = useIsThisDeviceEmpty();
  const [chosen, setChosen] = useState<Records>('keep');
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const records = isPlaceEmpty === false ? 'remove' : chosen;
  const isConfirmed = email.trim().toLowerCase() === profile.email && password !== '';

  const cancel = () => {
    onClose();
    if (fault !== null && readRecordCopy() !== null) forgetCopyOfLivingAccount().catch(tellFault);
  };
  const submit = async () => {
    setFault(null);
    setBusy(true);
    const failure = await deleteWith(records, profile, { password, email: email.trim() }).catch(
      tellFaultAnd('Your account was not deleted. Please try again.'),
    );
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
            disabled={!isConfirmed || isPlaceEmpty === null}
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
          if (isConfirmed && !isBusy) void submit();
        }}
      >
        {fault !== null && <Banner tone="error">{fault}</Banner>}
        <p>
          Your records, receipts, settings and sessions are deleted from the server. This cannot be undone. Your other
          devices keep their copies until you remove them there.
        </p>
        <RecordsField records={records} mayKeep={isPlaceEmpty !== false} onChoose={setChosen} />
        <TextField
          label="Your password"
          type="password"
          width="full"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="Your email address, to confirm"
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

interface RecordsFieldProps {
  readonly records: Records;
  readonly mayKeep: boolean;
  readonly onChoose: (records: Records) => void;
}

/** What becomes of the records here, with a warning where changes would be lost. */
function RecordsField({ records, mayKeep, onChoose }: RecordsFieldProps) {
  const { data: unsent = 0 } = useStored(countUnsent, []);
  const keptHint =
    records === 'keep'
      ? 'You can go on using them here, without a server. Nothing is sent.'
      : 'They are removed from this browser.';
  return (
    <>
      <SelectField
        label="Your records on this device"
        width="full"
        options={mayKeep ? CHOICES : CHOICES.filter(({ value }) => value === 'remove')}
        value={records}
        hint={
          mayKeep
            ? keptHint
            : 'This device has records without a server already, so these cannot be kept beside them. Export everything first if you need them.'
        }
        onChange={(event) => onChoose(event.target.value === 'remove' ? 'remove' : 'keep')}
      />
      {records === 'remove' && unsent > 0 && (
        <Banner tone="error">
          {unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the server and would be lost for good.
        </Banner>
      )}
    </>
  );
}
