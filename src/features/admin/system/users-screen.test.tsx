import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import { type AnsweringServer, answeringServer, refusal } from '../../../testing/answering-server.ts';
import { UsersScreen } from './users-screen.tsx';

const AT = '2026-03-03T14:02:11Z';
const ada = {
  id: 'ada',
  email: 'ada@example.test',
  firstName: 'Ada',
  surname: 'Holder',
  isAdmin: true,
  isDisabled: false,
  createdAt: AT,
  lastVisitAt: AT,
};
const ben = { ...ada, id: 'ben', email: 'ben@example.test', firstName: 'Ben', isAdmin: false, lastVisitAt: null };

let server: AnsweringServer;

beforeEach(async () => {
  server = await answeringServer({ 'GET /admin/users': { registration: 'invite', users: [ada, ben] } });
});

afterEach(async () => {
  cleanup();
  await server.close();
});

function open() {
  render(
    <MemoryRouter>
      <UsersScreen />
      <ToastRegion />
    </MemoryRouter>,
  );
}

const row = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email, 'u') }));

it('lists users with role and last visit, and says who may register', async () => {
  open();
  const own = await row('ada@example.test');
  for (const text of ['Ada Holder', 'Administrator', '3 Mar 2026, 14:02:11', 'Active'])
    expect(own.getByText(text)).toBeTruthy();
  // Nobody locks themselves out.
  expect(own.queryByRole('button')).toBeNull();
  const other = await row('ben@example.test');
  for (const text of ['User', 'Never']) expect(other.getByText(text)).toBeTruthy();
  expect(screen.getByText(/^Only people with an invitation may register\./u)).toBeTruthy();
  cleanup();
  server.answers['GET /admin/users'] = { registration: 'closed', users: [ada] };
  open();
  expect(await screen.findByText(/^Nobody may register, not even with an invitation\./u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invite someone' })).toBeNull();
});

it('invites by a link that is shown once', async () => {
  server.answers['POST /admin/users/invitations'] = refusal(503, { message: 'Please try again.' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Invite someone' }));
  expect(await screen.findByText('The invitation could not be created: Please try again.')).toBeTruthy();
  server.answers['POST /admin/users/invitations'] = { link: 'https://money.example/register?code=x', expiresAt: AT };
  await userEvent.click(screen.getByRole('button', { name: 'Invite someone' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Invitation')).value).toBe(
    'https://money.example/register?code=x',
  );
  expect(screen.getByText('Give this link to one person. It works once, until 3 Mar 2026, 14:02:11.')).toBeTruthy();
});

it('disables after asking, and enables again', async () => {
  open();
  await userEvent.click((await row('ben@example.test')).getByRole('button', { name: 'Disable' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable user' }));
  expect(dialog.getByText('None of their records are deleted.')).toBeTruthy();
  const disabled = { ...ben, isDisabled: true };
  server.answers['PUT /admin/users/ben'] = disabled;
  server.answers['GET /admin/users'] = { registration: 'invite', users: [ada, disabled] };
  await userEvent.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('ben@example.test was disabled and signed out.')).toBeTruthy();
  expect(await (await row('ben@example.test')).findByText('Disabled')).toBeTruthy();
  server.answers['PUT /admin/users/ben'] = refusal(400, { message: 'You cannot disable your own account.' });
  await userEvent.click((await row('ben@example.test')).getByRole('button', { name: 'Enable' }));
  expect(await screen.findByText('The access could not be changed: You cannot disable your own account.')).toBeTruthy();
  server.answers['PUT /admin/users/ben'] = ben;
  server.answers['GET /admin/users'] = { registration: 'invite', users: [ada, ben] };
  await userEvent.click((await row('ben@example.test')).getByRole('button', { name: 'Enable' }));
  expect(await screen.findByText('ben@example.test may sign in again.')).toBeTruthy();
  await waitFor(async () => {
    expect((await row('ben@example.test')).getByText('Active')).toBeTruthy();
  });
});
