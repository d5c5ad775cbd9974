import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { signIn } from '../../sync/session/auth-client.ts';
import { rememberPassword } from '../../sync/session/offline-sign-in.ts';
import { endSession, onSessionChanged } from '../../sync/session/session.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { PasswordField } from './session-fields.tsx';
import { signInFailureText } from './sign-in-failure.ts';
import { SessionForm } from './session-frame.tsx';

const useDeferral = create(() => ({ isDeferred: false }));

/** Shows the question again that the user postponed, if it still applies. */
export function askToSignInAgain(): void {
  useDeferral.setState({ isDeferred: false });
}

/** Asks for the password over what is open, after a token ran out while there was no connection. */
export function SignInAgainDialog({ open, email }: { readonly open: boolean; readonly email: string }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { isDeferred } = useDeferral();
  // The postponed question was about that token of that user.
  useEffect(() => onSessionChanged(askToSignInAgain), []);

  const submit = async () => {
    if (password === '') {
      setError('Password is required');
      return;
    }
    setBusy(true);
    const result = await signIn({ email, password });
    // A browser that refuses storage just cannot sign in offline.
    if (result.ok) rememberPassword(result.session, password).catch(() => undefined);
    setBusy(false);
    setPassword('');
    setError(result.ok ? null : signInFailureText(result).message);
  };
  return (
    <Dialog
      open={open && !isDeferred}
      onClose={() => {
        useDeferral.setState({ isDeferred: true });
      }}
      size="small"
      busy={busy}
      title="Sign in to continue syncing"
      description="You are connected again, and the server asks for your password. Your changes are kept on this device and are sent after you sign in."
    >
      <SessionForm onSubmit={() => void submit()}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField kind="present" hint={email} value={password} onValueChange={setPassword} />
        <Button type="submit" variant="primary" fullWidth loading={busy}>
          Sign in
        </Button>
        <Button
          fullWidth
          onClick={() => {
            endSession('expired');
          }}
        >
          Logout
        </Button>
      </SessionForm>
    </Dialog>
  );
}
