import { useState } from 'react';
import { Link } from 'react-router-dom';
import { passwordAdvice } from '../../../domain/service/access-rules.ts';
import { type AuthFailure, register } from '../../sync/session/auth-client.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { keepRegistered } from './just-registered.ts';
import { registrationFault, type RegistrationForm } from './registration-rules.ts';
import { EmailField, NameField, PasswordField } from './session-fields.tsx';
import { ContinueToSignIn, SessionForm, SessionFrame } from './session-frame.tsx';

const EMPTY: RegistrationForm = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** What a failed registration says (000 §8.1); what the specification has no text for is said in the server's words. */
export function registrationFailureText({ reason, message }: AuthFailure): string {
  if (reason === 'refused') return 'Registration failed. An account with this email may already exist.';
  if ((reason === 'forbidden' || reason === 'commonPassword') && message !== '') return message;
  return 'Registration failed. Please try again.';
}

/** Create account (000 §2.4, §4.4). `inviteCode` comes from the link of an invitation. */
export function RegisterForm({ inviteCode }: { readonly inviteCode?: string | undefined }) {
  const [form, setForm] = useState(EMPTY);
  const [state, setState] = useState<'form' | 'submitting' | 'success'>('form');
  const [error, setError] = useState<string | null>(null);

  const change = (field: keyof RegistrationForm) => (value: string) => {
    setForm({ ...form, [field]: value });
  };
  const submit = async () => {
    const fault = registrationFault(form);
    setError(fault);
    if (fault !== null) return;
    setState('submitting');
    const result = await register({
      firstName: form.firstName.trim(),
      surname: form.lastName.trim(),
      email: form.email.trim(),
      password: form.password,
      ...(inviteCode !== undefined && { inviteCode }),
    });
    if (result.ok) {
      keepRegistered({ email: form.email.trim(), password: form.password });
      setForm(EMPTY);
      setState('success');
    } else {
      setState('form');
      setError(registrationFailureText(result));
    }
  };
  const links = (
    <p>
      Already have an account? <Link to="/login">Sign in</Link>
    </p>
  );

  if (state === 'success') {
    return (
      <SessionFrame heading="Create Your Account" links={links}>
        <ContinueToSignIn>Account created successfully! Please sign in to continue.</ContinueToSignIn>
      </SessionFrame>
    );
  }
  const submitting = state === 'submitting';
  return (
    <SessionFrame heading="Create Your Account" links={links}>
      {error !== null && (
        <Banner tone="error" title="Error!">
          {error}
        </Banner>
      )}
      <SessionForm onSubmit={() => void submit()}>
        <NameField
          label="First Name"
          name="firstName"
          autoComplete="given-name"
          autoFocus
          value={form.firstName}
          onValueChange={change('firstName')}
        />
        <NameField
          label="Last Name"
          name="lastName"
          autoComplete="family-name"
          value={form.lastName}
          onValueChange={change('lastName')}
        />
        <EmailField value={form.email} onValueChange={change('email')} />
        <PasswordField
          kind="new"
          placeholder="Minimum of 6 characters"
          hint={passwordAdvice(form.password)}
          value={form.password}
          onValueChange={change('password')}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          kind="new"
          value={form.confirmPassword}
          onValueChange={change('confirmPassword')}
        />
        <Button type="submit" variant="primary" size="main" fullWidth loading={submitting}>
          {submitting ? 'Creating Account...' : 'Create Account'}
        </Button>
      </SessionForm>
    </SessionFrame>
  );
}
