import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { readRecordCopy, readRememberedEmail, storeRememberedEmail } from '../../data/device/local-settings.ts';
import type { AuthFailure } from '../../sync/session/auth-client.ts';
import { signInHere } from '../../sync/session/offline-sign-in.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { forgetRegistered, justRegistered } from './just-registered.ts';
import { KeptChangesNotice } from './kept-changes-notice.tsx';
import { EmailField, PasswordField } from './session-fields.tsx';
import { signInFailureText } from './sign-in-failure.ts';
import { SessionForm, SessionFrame } from './session-frame.tsx';
import styles from './sign-in-form.module.css';
import { WithoutServer } from './without-server.tsx';

/** Sign in (000 §2.3). The app goes on to the dashboard when the session starts. `notice` says why the last one ended. */
export function SignInForm({ notice }: { readonly notice?: string | undefined }) {
  const [remembered] = useState(readRememberedEmail);
  const [registered] = useState(justRegistered);
  const [email, setEmail] = useState(registered?.email ?? remembered ?? '');
  const [password, setPassword] = useState(registered?.password ?? '');
  const [remember, setRemember] = useState(remembered !== null);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);

  useEffect(forgetRegistered, []);

  const submit = async () => {
    setMissing(true);
    setFailure(null);
    if (email.trim() === '' || password === '') return;
    setBusy(true);
    const result = await signInHere({ email: email.trim(), password });
    setBusy(false);
    if (result.ok) storeRememberedEmail(remember ? email.trim() : null);
    else setFailure(result);
  };
  const failed = failure === null ? null : signInFailureText(failure, readRecordCopy()?.kind === 'connect');

  return (
    <SessionFrame
      heading="Welcome Back!"
      links={
        <>
          <p>
            Don&apos;t have an account? <Link to="/register">Sign up</Link>
          </p>
          <WithoutServer />
        </>
      }
    >
      {failed === null && notice !== undefined && <Banner tone="info">{notice}</Banner>}
      {failed !== null && (
        <Banner tone="error" title="Error!">
          {failed.message}
          {failed.detail !== '' && <p>{failed.detail}</p>}
        </Banner>
      )}
      <SessionForm onSubmit={() => void submit()}>
        <EmailField
          required
          autoFocus={registered === null && remembered === null}
          value={email}
          error={missing && email.trim() === '' ? 'Email Address is required' : null}
          onValueChange={setEmail}
        />
        <PasswordField
          kind="present"
          required
          autoFocus={registered === null && remembered !== null}
          value={password}
          error={missing && password === '' ? 'Password is required' : null}
          onValueChange={setPassword}
        />
        <div className={styles.options}>
          <Checkbox label="Remember me" name="remember" checked={remember} onCheckedChange={setRemember} />
          <Link to="/forgot-password">Forgot your password?</Link>
        </div>
        <Button type="submit" variant="primary" size="main" fullWidth loading={busy} autoFocus={registered !== null}>
          Sign in
        </Button>
      </SessionForm>
      <KeptChangesNotice />
    </SessionFrame>
  );
}
