import { useState } from 'react';
import { Link } from 'react-router-dom';
import { newPasswordFault, passwordAdvice } from '../../../domain/service/access-rules.ts';
import { type AuthFailure, resetPassword } from '../../sync/session/auth-client.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from './session-fields.tsx';
import { ContinueToSignIn, SessionForm, SessionFrame } from './session-frame.tsx';

const HEADING = 'Choose a New Password';
const DEAD_LINK = 'This link is no longer valid. Links work once, for one hour.';

function failureText({ reason, message }: AuthFailure): string {
  if (reason === 'commonPassword' && message !== '') return message;
  if (reason === 'refused') return message === '' ? DEAD_LINK : message;
  if (reason === 'offline')
    return 'The password was not changed: there is no connection to the server. Please try again.';
  return 'The password was not changed. Please try again.';
}

/** The page that a reset link opens. A new password ends all sessions. */
export function ResetPasswordForm({ token }: { readonly token: string }) {
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [state, setState] = useState<'form' | 'saving' | 'done'>('form');
  const [error, setError] = useState<string | null>(token === '' ? DEAD_LINK : null);

  const submit = async () => {
    const fault = password === '' ? 'Please fill in all fields.' : newPasswordFault({ password, confirmPassword });
    setError(fault);
    if (fault !== null) return;
    setState('saving');
    const result = await resetPassword({ token, password });
    setState(result.ok ? 'done' : 'form');
    if (!result.ok) setError(failureText(result));
  };
  const links = (
    <p>
      Did the link expire? <Link to="/forgot-password">Send a new one</Link>
    </p>
  );

  if (state === 'done') {
    return (
      <SessionFrame heading={HEADING}>
        <ContinueToSignIn>Your password was changed. Please sign in to continue.</ContinueToSignIn>
      </SessionFrame>
    );
  }
  return (
    <SessionFrame heading={HEADING} links={links}>
      {error !== null && (
        <Banner tone="error" title="Error!">
          {error}
        </Banner>
      )}
      {token !== '' && (
        <SessionForm onSubmit={() => void submit()}>
          <PasswordField
            label="New Password"
            kind="new"
            placeholder="Minimum of 6 characters"
            hint={passwordAdvice(password)}
            autoFocus
            value={password}
            onValueChange={setPassword}
          />
          <PasswordField
            label="Confirm Password"
            name="confirmPassword"
            kind="new"
            value={confirmPassword}
            onValueChange={setConfirmPassword}
          />
          <Button type="submit" variant="primary" size="main" fullWidth loading={state === 'saving'}>
            {state === 'saving' ? 'Saving...' : 'Save New Password'}
          </Button>
        </SessionForm>
      )}
    </SessionFrame>
  );
}
