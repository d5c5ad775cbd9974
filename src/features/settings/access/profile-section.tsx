import { useState, useSyncExternalStore } from 'react';
import { emailFault } from '../../../../domain/service/access-rules.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { readRememberedEmail, storeRememberedEmail } from '../../../data/device/local-settings.ts';
import { answerText } from '../../../sync/ask/ask-server.ts';
import { askProfile, type Profile, saveProfile } from '../../../sync/ask/own-access.ts';
import { refreshSession } from '../../../sync/session/auth-client.ts';
import { renamePasswordOwner } from '../../../sync/session/offline-sign-in.ts';
import { changeSessionEmail, currentSession, onSessionChanged } from '../../../sync/session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Banner } from '../../../ui/messages/banner.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { AnsweredPart } from '../shared/answered-part.tsx';
import styles from '../shared/settings.module.css';
import { useAnswer } from '../shared/use-answer.ts';

const EMAIL_HINT = 'You sign in with this address.';

/** Name and e-mail address of the user. */
export function ProfileSection() {
  // Another tab may change them.
  const session = useSyncExternalStore(onSessionChanged, currentSession);
  const profile = useAnswer(askProfile, `${session?.displayName} ${session?.email}`);
  return (
    <Section title="Profile">
      <AnsweredPart
        answered={profile}
        failedText="Your profile could not be read."
        room={styles.profileRoom}
        known={
          session !== null && (
            <div className={styles.form}>
              <TextField label="Name" disabled value={session.displayName} />
              <TextField label="Email Address" type="email" disabled hint={EMAIL_HINT} value={session.email} />
              <Button disabled>Save profile</Button>
            </div>
          )
        }
        offlineText="You can change your name and email address when you are connected."
      >
        {(value) => <ProfileForm profile={value} isLost={profile.isLost} onSaved={profile.set} />}
      </AnsweredPart>
    </Section>
  );
}

/** The user's details on the device follow those of the server. */
async function followProfile({ email }: Profile): Promise<void> {
  const before = currentSession()?.email ?? '';
  // Before the new token, at which other tabs read it.
  await changeSessionEmail(email);
  if (before !== email && readRememberedEmail() === before) storeRememberedEmail(email);
  // The name that the header shows is in the token.
  await refreshSession();
  const session = currentSession();
  // Where the browser refuses storage there is no password to sign in with offline, under any name.
  if (session !== null && before !== '') await renamePasswordOwner(before, session).catch(() => undefined);
}

interface ProfileFormProps {
  readonly profile: Profile;
  readonly isLost: boolean;
  readonly onSaved: (profile: Profile) => void;
}

function ProfileForm({ profile, isLost, onSaved }: ProfileFormProps) {
  const [typed, setTyped] = useState<Partial<Pick<Profile, 'firstName' | 'surname' | 'email'>>>({});
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { firstName, surname, email } = { ...profile, ...typed };
  const isOtherEmail = email.trim().toLowerCase() !== profile.email;
  const isChanged = firstName !== profile.firstName || surname !== profile.surname || isOtherEmail;

  const save = async () => {
    const isFilled = [firstName.trim(), surname.trim(), email.trim(), isOtherEmail ? password : '-'].every(Boolean);
    const found = isFilled ? emailFault(email) : 'Please fill in all fields.';
    setFault(found);
    if (found !== null) return;
    setBusy(true);
    const answer = await saveProfile(currentDatabase(), {
      firstName: firstName.trim(),
      surname: surname.trim(),
      email: email.trim(),
      ...(isOtherEmail && { password }),
    });
    setBusy(false);
    if (answer.kind !== 'answer') {
      setFault(`Your profile was not saved. ${answerText(answer)}`);
      return;
    }
    setTyped({});
    setPassword('');
    onSaved(answer.value);
    showToast({ title: 'Your profile was saved.' });
    await followProfile(answer.value);
  };
  return (
    <form
      className={styles.form}
      aria-label="Profile"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <TextField
        label="First Name"
        autoComplete="given-name"
        value={firstName}
        onChange={(event) => setTyped({ ...typed, firstName: event.target.value })}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        value={surname}
        onChange={(event) => setTyped({ ...typed, surname: event.target.value })}
      />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="username"
        hint={EMAIL_HINT}
        value={email}
        onChange={(event) => setTyped({ ...typed, email: event.target.value })}
      />
      {isOtherEmail && (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint="Needed to change the email address."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={isBusy} disabled={isLost || !isChanged}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
