import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../../data/database/database.ts';
import { readSyncState, updateSyncState } from '../../../data/database/meta.ts';
import { readRecordCopy, storeRecordCopy } from '../../../data/device/local-settings.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { currentSession } from '../../../sync/session/session.ts';
import { signInHere } from '../../../sync/session/offline-sign-in.ts';
import { type AnsweringServer, answeringServer, refusal } from '../../../testing/answering-server.ts';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { OwnAccessSettings } from './own-access-settings.tsx';

const AT = '2026-03-03T14:02:11Z';
const PROFILE = {
  email: 'ada@example.test',
  firstName: 'Ada',
  surname: 'Holder',
  isAdmin: false,
  isNeeded: false,
  createdAt: AT,
};
const HERE = { id: 'here', device: 'Chrome on Linux', firstSeenAt: AT, lastSeenAt: AT, isCurrent: true };
const PHONE = { ...HERE, id: 'phone', device: 'Safari on iPhone', isCurrent: false };

let server: AnsweringServer;
const bodies: unknown[] = [];

beforeEach(async () => {
  server = await answeringServer({
    'GET /user': PROFILE,
    'GET /user/sessions': { sessions: [HERE, PHONE, { ...PHONE, id: 'old', device: null }] },
  });
  await updateSyncState(currentDatabase(), { mode: 'extended', features: ['ownUser'] });
  bodies.length = 0;
  const answering = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body));
    return await answering(input, init);
  });
});

afterEach(async () => {
  cleanup();
  storeRecordCopy(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

function open() {
  render(
    <>
      <OwnAccessSettings />
      <DeleteAccountSection />
      <ToastRegion />
    </>,
  );
  return userEvent.setup({ delay: null });
}

const form = async (name: string) => within(await screen.findByRole('form', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a server without these calls', () => {
  it('is said not to offer them, and is asked nothing', async () => {
    await updateSyncState(currentDatabase(), { mode: 'plain', features: [] });
    open();
    expect(await screen.findByText(/^This server does not offer changes of your name/u)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(server.asked).toEqual([]);
  });

  it('shows nothing while the server is not known yet', async () => {
    await updateSyncState(currentDatabase(), { mode: 'unknown', features: [] });
    open();
    await act(async () => await readSyncState(currentDatabase()));
    expect(document.body.textContent).toBe('');
  });
});

describe('sessions', () => {
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  /** A person may have several sessions on the like devices. */
  const END_PHONE = /^End the session on Safari on iPhone, last seen \d{1,2} \w{3} \d{4}, \d\d:\d\d$/u;

  it('are listed with device and times, and end after a question, one or all others', async () => {
    const user = open();
    const here = await row(/Chrome on Linux/u);
    expect([here.getByText('This device') !== null, here.queryByRole('button')]).toEqual([true, null]);
    expect((await row(/Unknown device/u)).getAllByText(/^3 Mar 2026, \d\d:02$/u)).toHaveLength(2);
    server.answers['DELETE /user/sessions/phone'] = {};
    server.answers['GET /user/sessions'] = { sessions: [HERE, { ...PHONE, id: 'old', device: null }] };
    await user.click((await row(/Safari on iPhone/u)).getByRole('button', { name: END_PHONE }));
    const question = await dialog('End the session');
    expect(question.getByText('Safari on iPhone has to sign in again.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The session on Safari on iPhone was ended.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Safari/u })).toBeNull());
    server.answers['DELETE /user/sessions'] = {};
    server.answers['GET /user/sessions'] = { sessions: [HERE] };
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await user.click((await dialog('End all other sessions')).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('All other sessions were ended.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull());
  });

  it('say when one may not have ended, and when they could not be listed', async () => {
    server.answers['DELETE /user/sessions/phone'] = refusal(503, { message: 'Please try again.' });
    const user = open();
    await user.click((await row(/Safari on iPhone/u)).getByRole('button', { name: END_PHONE }));
    await user.click((await dialog('End the session')).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The session may not have ended. Please try again.')).toBeTruthy();
    cleanup();
    server.answers['GET /user/sessions'] = refusal(503, { message: 'The server is full.' });
    open();
    expect(await screen.findByText('Your sessions could not be listed. The server is full.')).toBeTruthy();
  });

  it('ask nothing without a connection', async () => {
    vi.spyOn(serverReach, 'isLost').mockReturnValue(true);
    open();
    expect(await screen.findByText(/Your sessions are listed when you are connected/u)).toBeTruthy();
    expect((await (await form('Password')).findByRole<HTMLButtonElement>('button')).disabled).toBe(true);
    // What the device knows by itself, in the places of the form that follows.
    for (const [name, value] of [
      ['Name', currentSession()?.displayName],
      ['Email Address', currentSession()?.email],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(name);
      expect([field.value, field.disabled]).toEqual([value, true]);
    }
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save profile' }).disabled).toBe(true);
    expect(server.asked).toEqual([]);
  });
});

describe('the password', () => {
  async function fill(user: ReturnType<typeof open>, current: string, next: string, repeated = next) {
    const fields = await form('Password');
    for (const [label, text] of [
      ['Current Password', current],
      ['New Password', next],
      ['Confirm Password', repeated],
    ] as const) {
      await user.clear(fields.getByLabelText(label));
      if (text !== '') await user.type(fields.getByLabelText(label), text);
    }
    await user.click(fields.getByRole('button', { name: 'Change password' }));
  }

  it('is judged by the rules of registration before anything is sent', async () => {
    const user = open();
    await fill(user, '', 'longer than six');
    expect(await screen.findByText('Please fill in all fields.')).toBeTruthy();
    await fill(user, 'old one', 'longer than six', 'another');
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy();
    await fill(user, 'old one', 'short');
    expect(await screen.findByText('Password must be at least 6 characters long.')).toBeTruthy();
    expect(bodies).toEqual([]);
  });

  it('is changed with the other sessions ended unless they are kept, and signs in without a connection', async () => {
    server.answers['PUT /user/password'] = {};
    const user = open();
    await fill(user, 'old one', 'a good new one');
    expect(
      await screen.findByText('Your password was changed. Your other devices have to sign in again.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Keep my other sessions signed in' }));
    await fill(user, 'a good new one', 'a better new one');
    expect(await screen.findByText('Your password was changed.')).toBeTruthy();
    expect(bodies).toEqual([
      { currentPassword: 'old one', newPassword: 'a good new one', keepOtherSessions: false },
      { currentPassword: 'a good new one', newPassword: 'a better new one', keepOtherSessions: true },
    ]);
    server.online = false;
    const signIn = async (password: string) => await signInHere({ email: 'ada@example.test', password });
    expect(await signIn('a good new one')).toMatchObject({ ok: false, reason: 'wrongOffline' });
    expect(await signIn('a better new one')).toMatchObject({ ok: true });
  });

  it("shows the server's refusal, and says that after a lost answer the outcome is unknown", async () => {
    server.answers['PUT /user/password'] = refusal(400, {
      code: 'wrongPassword',
      message: 'Your current password is not correct.',
    });
    const user = open();
    await fill(user, 'old one', 'a good new one');
    expect(
      await screen.findByText('Your password was not changed. Your current password is not correct.'),
    ).toBeTruthy();
    expect(currentSession()).not.toBeNull();
    server.online = false;
    await fill(user, 'old one', 'a good new one');
    expect(await screen.findByText(/^The server did not answer, so your password may or may not/u)).toBeTruthy();
  });
});

describe('the profile', () => {
  it('saves the name without a password, and the e-mail address only with it', async () => {
    const user = open();
    const fields = await form('Profile');
    const save = fields.getByRole<HTMLButtonElement>('button', { name: 'Save profile' });
    expect([save.disabled, fields.queryByLabelText('Your password')]).toEqual([true, null]);
    server.answers['PUT /user'] = { ...PROFILE, firstName: 'Augusta' };
    await user.clear(fields.getByLabelText('First Name'));
    await user.type(fields.getByLabelText('First Name'), 'Augusta');
    await user.click(save);
    expect(await screen.findByText('Your profile was saved.')).toBeTruthy();
    expect(bodies[0]).toEqual({ firstName: 'Augusta', surname: 'Holder', email: 'ada@example.test' });
    await user.clear(fields.getByLabelText('Email Address'));
    await user.type(fields.getByLabelText('Email Address'), 'new@example.test');
    await user.click(save);
    expect(await screen.findByText('Please fill in all fields.')).toBeTruthy();
    server.answers['PUT /user'] = { ...PROFILE, firstName: 'Augusta', email: 'new@example.test' };
    await user.type(fields.getByLabelText('Your password'), 'the password');
    await user.click(save);
    await waitFor(() => expect(currentSession()?.email).toBe('new@example.test'));
    expect(bodies.at(-1)).toMatchObject({ email: 'new@example.test', password: 'the password' });
  });
});

describe('deleting the account', () => {
  async function confirm(user: ReturnType<typeof open>) {
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const question = await dialog('Delete my account on this server');
    const button = question.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' });
    expect(button.disabled).toBe(true);
    await user.type(question.getByLabelText('Your password'), 'the password');
    await user.type(question.getByLabelText('Your email address, to confirm'), 'ADA@example.test');
    await waitFor(() => expect(button.disabled).toBe(false));
    return { question, button };
  }

  it('is not offered to the only administrator of other users', async () => {
    server.answers['GET /user'] = { ...PROFILE, isAdmin: true, isNeeded: true };
    open();
    expect(await screen.findByText(/^You are the only administrator of this server/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });

  it('takes the password and the address, and a refusal leaves everything', async () => {
    server.answers['POST /user/delete'] = refusal(400, { message: 'Your current password is not correct.' });
    const user = open();
    const { question, button } = await confirm(user);
    await user.click(button);
    expect(
      await question.findByText('Your account was not deleted. Your current password is not correct.'),
    ).toBeTruthy();
    expect([readRecordCopy(), currentSession()?.email]).toEqual([null, 'ada@example.test']);
    expect(bodies).toEqual([{ password: 'the password', email: 'ADA@example.test' }]);
  });

  it('goes on with the records on this device only, also when the answer was lost', async () => {
    const user = open();
    const { question, button } = await confirm(user);
    server.online = false;
    await user.click(button);
    expect(await question.findByText(/^The server did not answer, so your account may or may not/u)).toBeTruthy();
    expect(readRecordCopy()).toMatchObject({ kind: 'keep', isAccountDeleted: true });
    server.online = true;
    server.answers['POST /user/delete'] = {};
    const { name } = currentDatabase();
    await user.click(button);
    await waitFor(() => expect(currentSession()?.apiBase).toBe('device:own'));
    expect(readRecordCopy()).toEqual({ kind: 'keep', from: name, to: null, isCopied: false, isAccountDeleted: true });
  });

  it('forgets the copy where the answer was lost and the account is still there', async () => {
    const user = open();
    const { question, button } = await confirm(user);
    server.online = false;
    await user.click(button);
    expect(await question.findByText(/^The server did not answer/u)).toBeTruthy();
    server.online = true;
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(readRecordCopy()).toBeNull());
  });

  it('removes the records here where that is chosen, after a warning about unsent changes', async () => {
    server.answers['POST /user/delete'] = {};
    const user = open();
    const { question, button } = await confirm(user);
    await user.selectOptions(question.getByLabelText('Your records on this device'), 'Remove them from this device');
    await user.click(button);
    await waitFor(() => expect(currentSession()).toBeNull());
    expect(readRecordCopy()).toBeNull();
  });
});
