import { useState, useSyncExternalStore } from 'react';
import { newPasswordFault, passwordAdvice } from '../../../../domain/service/access-rules.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { answerText } from '../../../sync/ask/ask-server.ts';
import { changePassword } from '../../../sync/ask/own-access.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { rememberPassword } from '../../../sync/session/offline-sign-in.ts';
import { currentSession } from '../../../sync/session/session.ts';
import { tellFault } from '../../../ui/app-state/app-faults.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Banner } from '../../../ui/messages/banner.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import styles from '../shared/settings.module.css';

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** A new password; the other sessions end unless the user keeps them. */
export function PasswordSection({ onSessionsEnded }: { readonly onSessionsEnded: () => void }) {
  const isLost = useSyncExternalStore(serverReach.subscribe, serverReach.isLost);
  const [typed, setTyped] = useState(EMPTY);
  const [keepOtherSessions, setKeepOthers] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const change = async () => {
    const { currentPassword, password: newPassword } = typed;
    const isFilled = currentPassword !== '' && newPassword !== '';
    const found = isFilled ? newPasswordFault(typed) : 'Please fill in all fields.';
    setFault(found);
    if (found !== null) return;
    setBusy(true);
    const answer = await changePassword(currentDatabase(), { currentPassword, newPassword, keepOtherSessions });
    setBusy(false);
    if (answer.kind === 'offline') {
      setFault(
        'The server did not answer, so your password may or may not be the new one. Try again: if your current password is refused then, the new one was saved.',
      );
      return;
    }
    if (answer.kind !== 'answer') {
      setFault(`Your password was not changed. ${answerText(answer)}`);
      return;
    }
    const session = currentSession();
    // So that signing in without a connection accepts the new one.
    if (session !== null) await rememberPassword(session, newPassword).catch(tellFault);
    setTyped(EMPTY);
    showToast({
      title: keepOtherSessions
        ? 'Your password was changed.'
        : 'Your password was changed. Your other devices have to sign in again.',
    });
    if (!keepOtherSessions) onSessionsEnded();
  };
  const field = (name: keyof typeof EMPTY, label: string, hint?: string) => (
    <TextField
      label={label}
      type="password"
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      {...(hint !== undefined && { hint })}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <Section title="Password">
      {isLost && <Banner tone="info">You are offline. You can change your password when you are connected.</Banner>}
      <form
        className={styles.form}
        aria-label="Password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        {fault !== null && <Banner tone="error">{fault}</Banner>}
        {/* For password managers: whose password it is. */}
        <input type="hidden" autoComplete="username" value={currentSession()?.email ?? ''} readOnly />
        {field('currentPassword', 'Current Password')}
        {field('password', 'New Password', passwordAdvice(typed.password))}
        {field('confirmPassword', 'Confirm Password')}
        <Checkbox
          label="Keep my other sessions signed in"
          checked={keepOtherSessions}
          onCheckedChange={setKeepOthers}
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={isBusy} disabled={isLost}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
