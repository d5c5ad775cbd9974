import { useState } from 'react';
import { Link } from 'react-router-dom';
import { forgotPassword } from '../../sync/session/auth-client.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { resetRequestFault } from './registration-rules.ts';
import { EmailField } from './session-fields.tsx';
import styles from './session-frame.module.css';
import { focusWhenShown, SessionForm, SessionFrame } from './session-frame.tsx';

/** Request a password reset (000 §2.5). What it says afterwards never depends on the outcome. */
export function ForgotPasswordForm() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'form' | 'sending' | 'sent'>('form');
  const [mailSetUp, setMailSetUp] = useState(true);
  const [error, setError] = useState<string | null>(null);

  const submit = async () => {
    const fault = resetRequestFault(email);
    setError(fault);
    if (fault !== null) return;
    setState('sending');
    setMailSetUp((await forgotPassword(email.trim())).mailSetUp);
    setState('sent');
  };
  const links = (
    <>
      <p>
        Remember your password? <Link to="/login">Sign in</Link>
      </p>
      <p>
        Don&apos;t have an account? <Link to="/register">Sign up</Link>
      </p>
    </>
  );

  if (state === 'sent') {
    return (
      <SessionFrame heading="Reset Your Password" links={links}>
        <div ref={focusWhenShown} tabIndex={-1}>
          <Banner tone="success">
            If an account with that email exists, we&apos;ve sent a password reset link to your email address.
          </Banner>
        </div>
        {!mailSetUp && (
          <Banner tone="warning">
            This server has no mail set up, so no email will arrive. Ask the person who runs it for your link: it waits
            in the server&apos;s outbox folder for an hour, and{' '}
            <code className={styles.command}>npm run admin -- reset-password</code> makes another.
          </Banner>
        )}
      </SessionFrame>
    );
  }
  const sending = state === 'sending';
  return (
    <SessionFrame
      heading="Reset Your Password"
      intro="Enter your email address and we'll send you a link to reset your password."
      links={links}
    >
      <SessionForm onSubmit={() => void submit()}>
        <EmailField autoFocus value={email} error={error} onValueChange={setEmail} />
        <Button type="submit" variant="primary" size="main" fullWidth loading={sending}>
          {sending ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </SessionForm>
    </SessionFrame>
  );
}
