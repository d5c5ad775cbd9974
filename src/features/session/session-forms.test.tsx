import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as auth from '../../sync/auth-client.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

vi.mock('../../sync/auth-client.ts');
const signIn = vi.mocked(auth.signIn);
const register = vi.mocked(auth.register);

beforeEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
});
afterEach(cleanup);

async function signInAs(email: string, password: string) {
  await userEvent.type(screen.getByLabelText('Email Address'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('sign in', () => {
  it.each([
    ['refused', 'Invalid email or password.'],
    ['offline', 'Login failed. Please try again.'],
    ['other', 'Login failed. Please check your credentials.'],
  ] as const)('says what a failure (%s) means', async (reason, message) => {
    signIn.mockResolvedValue({ ok: false, reason, message: '' });
    render(<SignInForm />, { wrapper: MemoryRouter });
    await signInAs('ada@example.com', 'secret');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Error!${message}`);
  });

  it('sends nothing without e-mail and password', async () => {
    render(<SignInForm />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(signIn).not.toHaveBeenCalled();
  });

  it('remembers the address only while Remember me is checked', async () => {
    signIn.mockResolvedValue({
      ok: true,
      session: {
        token: 't',
        userId: 'u',
        email: 'ada@example.com',
        displayName: 'Ada',
        isAdministrator: false,
        expiresAt: 0,
      },
    });
    const view = render(<SignInForm />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByLabelText('Remember me'));
    await signInAs('ada@example.com', 'secret');
    view.unmount();
    render(<SignInForm />, { wrapper: MemoryRouter });
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe('ada@example.com');
    await userEvent.click(screen.getByLabelText('Remember me'));
    await userEvent.type(screen.getByLabelText('Password'), 'secret{enter}');
    cleanup();
    render(<SignInForm />, { wrapper: MemoryRouter });
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe('');
  });
});

describe('create account', () => {
  const fill = async () => {
    for (const [label, text] of [
      ['First Name', ' Ada '],
      ['Last Name', 'Holder'],
      ['Email Address', 'ada@example.com'],
      ['Password', 'secret'],
      ['Confirm Password', 'secret'],
    ] as const) {
      await userEvent.type(screen.getByLabelText(label), text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  };

  it('sends trimmed names with the invitation, then hides the form and leads to sign-in', async () => {
    register.mockResolvedValue({ ok: true });
    render(<RegisterForm inviteCode="code" />, { wrapper: MemoryRouter });
    await fill();
    expect(register).toHaveBeenCalledWith({
      firstName: 'Ada',
      surname: 'Holder',
      email: 'ada@example.com',
      password: 'secret',
      inviteCode: 'code',
    });
    expect(await screen.findByText('Account created successfully! Please sign in to continue.')).toBeTruthy();
    expect(screen.queryByLabelText('First Name')).toBeNull();
    expect(screen.getByRole('link', { name: 'Continue to Sign In' }).getAttribute('href')).toBe('/login');
  });

  it.each([
    ['refused', '', 'Registration failed. An account with this email may already exist.'],
    ['forbidden', 'Registration is by invitation.', 'Registration is by invitation.'],
    ['commonPassword', 'Please choose another one.', 'Please choose another one.'],
    ['other', 'boom', 'Registration failed. Please try again.'],
  ] as const)('keeps the form when the server answers %s', async (reason, message, text) => {
    register.mockResolvedValue({ ok: false, reason, message });
    render(<RegisterForm />, { wrapper: MemoryRouter });
    await fill();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Holder');
  });
});
