import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, authServer, type AuthServer, OFFLINE, SIGNED_IN } from '../../testing/auth-server.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

let server: AuthServer;

beforeEach(() => {
  localStorage.clear();
  server = authServer();
});
afterEach(() => {
  cleanup();
  server.close();
});

async function signInAs(email: string, password: string) {
  await userEvent.type(screen.getByLabelText('Email Address'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('sign in', () => {
  it.each([
    ['refused', answerOf(401), 'Invalid email or password.'],
    ['offline', OFFLINE, 'Login failed. Please try again.'],
    ['other', answerOf(500), 'Login failed. Please check your credentials.'],
  ] as const)('explains a failure (%s)', async (_reason, answer, message) => {
    server.answer = answer;
    render(<SignInForm />, { wrapper: MemoryRouter });
    // Nobody whom another test has signed in: without a connection a known password would do.
    await signInAs('new@example.com', 'secret');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Error!${message}`);
  });

  it('sends nothing without e-mail and password', async () => {
    render(<SignInForm />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(server.asked).toEqual([]);
  });

  it('remembers the address only while Remember me is checked', async () => {
    server.answer = SIGNED_IN;
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
    render(<RegisterForm inviteCode="code" />, { wrapper: MemoryRouter });
    await fill();
    const asked = {
      firstName: 'Ada',
      surname: 'Holder',
      email: 'ada@example.com',
      password: 'secret',
      inviteCode: 'code',
    };
    expect(server.asked).toEqual([['/auth/register', asked]]);
    expect(await screen.findByText('Account created successfully! Please sign in to continue.')).toBeTruthy();
    expect(screen.queryByLabelText('First Name')).toBeNull();
    const next = screen.getByRole('link', { name: 'Continue to Sign In' });
    expect(next.getAttribute('href')).toBe('/login');
    expect(document.activeElement).toBe(next);
  });

  it.each([
    ['refused', answerOf(400), 'Registration failed. An account with this email may already exist.'],
    ['forbidden', answerOf(403, 'Registration is by invitation.'), 'Registration is by invitation.'],
    ['commonPassword', answerOf(400, 'Please choose another one.', 'commonPassword'), 'Please choose another one.'],
    ['other', answerOf(500, 'boom'), 'Registration failed. Please try again.'],
  ] as const)('keeps the form when the server answers %s', async (_reason, answer, text) => {
    server.answer = answer;
    render(<RegisterForm />, { wrapper: MemoryRouter });
    await fill();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Holder');
  });
});
