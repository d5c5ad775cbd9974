/** The public pages to the letter: headings, fields, links, states and messages (000 §2.3 to §2.5, §5, §8.1). */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, authServer, type AuthServer, OFFLINE, SIGNED_IN } from '../../testing/auth-server.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SENT = "If an account with that email exists, we've sent a password reset link to your email address.";
const pending = () => new Promise<never>(() => undefined);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const linkIn = (sentence: RegExp, name: string) =>
  within(screen.getByText(sentence)).getByRole('link', { name }).getAttribute('href');

let server: AuthServer;

beforeEach(() => {
  localStorage.clear();
  server = authServer();
});
afterEach(() => {
  cleanup();
  server.close();
});

describe('the sign-in page (000 §2.3)', () => {
  it('has its heading, fields, choices and links', () => {
    render(<SignInForm />, { wrapper: MemoryRouter });
    expect(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeTruthy();
    expect([field('Email Address').type, field('Email Address').required]).toEqual(['email', true]);
    expect([field('Password').type, field('Password').required]).toEqual(['password', true]);
    expect(field('Remember me').type).toBe('checkbox');
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password');
    expect(button('Sign in').type).toBe('submit');
    expect(linkIn(/Don't have an account\?/u, 'Sign up')).toBe('/register');
  });

  it('keeps the address under a key of its own in local storage, and removes it', async () => {
    server.answer = SIGNED_IN;
    const signInWith = async (remember: boolean) => {
      const view = render(<SignInForm />, { wrapper: MemoryRouter });
      await userEvent.clear(field('Email Address'));
      await userEvent.type(field('Email Address'), 'ada@example.com');
      await userEvent.type(field('Password'), 'secret');
      if (field('Remember me').checked !== remember) await userEvent.click(field('Remember me'));
      await userEvent.click(button('Sign in'));
      view.unmount();
    };
    await signInWith(true);
    expect(localStorage.getItem('holdfast-remembered-email')).toBe('ada@example.com');
    await signInWith(false);
    expect(localStorage.getItem('holdfast-remembered-email')).toBeNull();
  });

  it('asks for both fields', async () => {
    render(<SignInForm />, { wrapper: MemoryRouter });
    await userEvent.click(button('Sign in'));
    expect(screen.getByText('Email Address is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });
});

describe('the page that creates an account (000 §2.4)', () => {
  const fill = async (change: Partial<Record<string, string>> = {}) => {
    const texts = {
      'First Name': 'Ada',
      'Last Name': 'Holder',
      'Email Address': 'ada@example.com',
      Password: 'secret',
      'Confirm Password': 'secret',
      ...change,
    };
    for (const [label, text] of Object.entries(texts)) {
      await userEvent.clear(field(label));
      if (text !== undefined && text !== '') await userEvent.type(field(label), text);
    }
    await userEvent.click(button('Create Account'));
  };

  it('has its heading, fields, placeholder and link', () => {
    render(<RegisterForm />, { wrapper: MemoryRouter });
    expect(screen.getByRole('heading', { name: 'Create Your Account' })).toBeTruthy();
    for (const label of ['First Name', 'Last Name', 'Email Address', 'Password', 'Confirm Password'])
      expect(field(label)).toBeTruthy();
    expect(field('Password').placeholder).toMatch(/minimum of 6 characters/iu);
    expect(linkIn(/Already have an account\?/u, 'Sign in')).toBe('/login');
  });

  it('says that it is submitting, with a spinner, and takes no second click', async () => {
    server.answer = pending;
    render(<RegisterForm />, { wrapper: MemoryRouter });
    await fill();
    const busy = button('Creating Account...');
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    expect(busy.querySelector('[class*="spinner"]')).not.toBeNull();
    await userEvent.click(busy);
    expect(server.asked).toHaveLength(1);
  });

  it('then shows a green banner and a link to sign in, with the form hidden and its fields cleared', async () => {
    const { container } = render(<RegisterForm />, { wrapper: MemoryRouter });
    await fill();
    const banner = await screen.findByRole('status');
    expect(banner.textContent).toBe('Success!Account created successfully! Please sign in to continue.');
    expect(banner.className).toMatch(/success/u);
    expect(screen.getByRole('link', { name: 'Continue to Sign In' }).getAttribute('href')).toBe('/login');
    expect(container.querySelector('input')).toBeNull();
    expect(container.innerHTML).not.toMatch(/ada@example\.com|Holder/u);
  });

  it('hands address and password to the sign-in form that follows, once', async () => {
    const registration = render(<RegisterForm />, { wrapper: MemoryRouter });
    await fill();
    await screen.findByRole('status');
    registration.unmount();
    server.answer = SIGNED_IN;
    const first = render(<SignInForm />, { wrapper: MemoryRouter });
    expect([field('Email Address').value, field('Password').value]).toEqual(['ada@example.com', 'secret']);
    expect(document.activeElement).toBe(button('Sign in'));
    await userEvent.keyboard('{Enter}');
    expect(server.asked.at(-1)?.[0]).toMatch(/login$/u);
    first.unmount();
    render(<SignInForm />, { wrapper: MemoryRouter });
    expect(field('Password').value).toBe('');
  });

  it('shows the first rule that is broken', async () => {
    render(<RegisterForm />, { wrapper: MemoryRouter });
    for (const [change, message] of [
      [{ 'First Name': ' ', 'Confirm Password': 'other' }, 'Please fill in all fields.'],
      [{ Password: 'abc', 'Confirm Password': 'abd' }, 'Passwords do not match.'],
      [{ Password: 'abcde', 'Confirm Password': 'abcde' }, 'Password must be at least 6 characters long.'],
      [{ 'Email Address': 'a b@example.com' }, 'Please enter a valid email address.'],
    ] as const) {
      await fill(change);
      expect(screen.getByRole('alert').textContent).toBe(`Error!${message}`);
    }
    expect(server.asked).toEqual([]);
  });
});

describe('the page that asks for a reset link (000 §2.5)', () => {
  const ask = async (email: string) => {
    if (email !== '') await userEvent.type(field('Email Address'), email);
    await userEvent.click(button('Send Reset Link'));
  };

  it('has its heading, text, field and links', () => {
    render(<ForgotPasswordForm />, { wrapper: MemoryRouter });
    expect(screen.getByRole('heading', { name: 'Reset Your Password' })).toBeTruthy();
    expect(screen.getByText("Enter your email address and we'll send you a link to reset your password.")).toBeTruthy();
    expect(field('Email Address').type).toBe('email');
    expect(linkIn(/Remember your password\?/u, 'Sign in')).toBe('/login');
    expect(linkIn(/Don't have an account\?/u, 'Sign up')).toBe('/register');
  });

  it('says that it is sending', async () => {
    server.answer = pending;
    render(<ForgotPasswordForm />, { wrapper: MemoryRouter });
    await ask('ada@example.com');
    expect(button('Sending...')).toBeTruthy();
  });

  it.each([
    ['sent', answerOf(200)],
    ['an unknown address', answerOf(400, 'Unable to process password reset request.')],
    ['a failing server', answerOf(500, 'Unable to process password reset request.')],
    ['no connection', OFFLINE],
  ] as const)('shows the same message and hides the form whatever the outcome: %s', async (_what, answer) => {
    server.answer = answer;
    const { container } = render(<ForgotPasswordForm />, { wrapper: MemoryRouter });
    await ask('ada@example.com');
    expect(await screen.findByText(SENT)).toBeTruthy();
    expect(container.querySelector('form')).toBeNull();
    expect(container.textContent).not.toContain('Unable to process');
    expect(container.textContent).not.toContain('no mail');
  });

  it('says beside it that no e-mail will arrive where the server has no mail set up', async () => {
    server.answer = async () => await Promise.resolve(Response.json({ message: 'sent', mailSetUp: false }));
    render(<ForgotPasswordForm />, { wrapper: MemoryRouter });
    await ask('ada@example.com');
    expect(await screen.findByText(SENT)).toBeTruthy();
    expect(screen.getByText(/^This server has no mail set up, so no email will arrive\./u)).toBeTruthy();
  });

  it('asks for an e-mail address, then for a valid one', async () => {
    render(<ForgotPasswordForm />, { wrapper: MemoryRouter });
    await ask('');
    expect(screen.getByText('Please enter your email address.')).toBeTruthy();
    await ask('ada@');
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });
});
