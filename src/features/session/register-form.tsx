import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type AuthFailure, register } from '../../sync/auth-client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { passwordAdvice, registrationFault, type RegistrationForm } from './registration-rules.ts';
import { SessionForm, SessionFrame } from './session-frame.tsx';

const EMPTY: RegistrationForm = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** What a failed registration says (000 §8.1); a refusal of the server's owner is said in the server's words. */
export function registrationFailureText({ reason, message }: AuthFailure): string {
  if (reason === 'refused') return 'Registration failed. An account with this email may already exist.';
  if (reason === 'forbidden' && message !== '') return message;
  return 'Registration failed. Please try again.';
}

/** Create account (000 §2.4, §4.4). `inviteCode` comes from the link of an invitation. */
export function RegisterForm({ inviteCode }: { readonly inviteCode?: string | undefined }) {
  const [form, setForm] = useState(EMPTY);
  const [state, setState] = useState<'form' | 'submitting' | 'success'>('form');
  const [error, setError] = useState<string | null>(null);

  const change = (field: keyof RegistrationForm) => (event: { readonly target: { readonly value: string } }) => {
    setForm({ ...form, [field]: event.target.value });
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
        <Banner tone="success" title="Success!">
          Account created successfully! Please sign in to continue.
        </Banner>
        <ButtonLink to="/login" variant="primary" size="main" fullWidth>
          Continue to Sign In
        </ButtonLink>
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
        <TextField label="First Name" name="firstName" width="full" autoComplete="given-name" autoFocus value={form.firstName} onChange={change('firstName')} />
        <TextField label="Last Name" name="lastName" width="full" autoComplete="family-name" value={form.lastName} onChange={change('lastName')} />
        <TextField label="Email Address" type="email" name="email" width="full" autoComplete="username" value={form.email} onChange={change('email')} />
        <TextField
          label="Password"
          type="password"
          name="password"
          width="full"
          autoComplete="new-password"
          placeholder="Minimum of 6 characters"
          hint={passwordAdvice(form.password)}
          value={form.password}
          onChange={change('password')}
        />
        <TextField label="Confirm Password" type="password" name="confirmPassword" width="full" autoComplete="new-password" value={form.confirmPassword} onChange={change('confirmPassword')} />
        <Button type="submit" variant="primary" size="main" fullWidth loading={submitting}>
          {submitting ? 'Creating Account...' : 'Create Account'}
        </Button>
      </SessionForm>
    </SessionFrame>
  );
}
