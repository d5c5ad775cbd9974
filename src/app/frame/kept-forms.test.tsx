import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { written } from '../../../tests/device/fixtures.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { REKEY_TABLES, rekeyRecord } from '../../data/outbox/rekey.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { write } from '../../data/database/write.ts';
import { AccountFormPage } from '../../pages/account-form-page.tsx';
import { PropertyFormPage } from '../../pages/property-form-page.tsx';
import { endSession, startSession } from '../../sync/session/session.ts';
import { SignedInLayout } from './signed-in-layout.tsx';
import { saveRecord } from '../../data/records/records.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';

handInCompute(() => ({}));

const base64 = (value: object): string => btoa(JSON.stringify(value));
const signIn = () => {
  startSession(
    `${base64({ alg: 'none' })}.${base64({ sub: 'ada', unique_name: 'Ada', UserType: 0, exp: 4_000_000_000 })}.x`,
    'ada@example.test',
  );
};

beforeEach(async () => {
  await openTestDatabase();
  signIn();
});
afterEach(async () => {
  cleanup();
  endSession('signedOut');
  await removeTestDatabase();
});

it.each([
  ['/accounts/new', 'Account Name *'],
  ['/properties/new', 'Property Name *'],
])('the values typed at %s are restored when the session ends and begins again', async (path, label) => {
  const children = [
    { path: '/accounts/new', element: <AccountFormPage /> },
    { path: '/properties/new', element: <PropertyFormPage /> },
  ];
  render(
    <RouterProvider
      router={createMemoryRouter([{ element: <SignedInLayout />, children }], { initialEntries: [path] })}
    />,
  );
  await userEvent.type(await screen.findByLabelText(label), 'Cottage');
  act(() => {
    endSession('inactive');
  });
  expect(screen.queryByLabelText(label)).toBeNull();
  await waitFor(async () => {
    expect(await currentDatabase().drafts.count()).toBe(1);
  });
  act(signIn);
  expect(await screen.findByDisplayValue('Cottage')).toBe(screen.getByLabelText(label));
  expect(screen.getByText('Your unsaved changes were restored.')).toBeTruthy();
});

it('a typed account name is not lost by following a link', async () => {
  const children = [
    { path: '/accounts/new', element: <AccountFormPage /> },
    { path: '/accounts', element: <p>The list</p> },
  ];
  render(
    <RouterProvider
      router={createMemoryRouter([{ element: <SignedInLayout />, children }], { initialEntries: ['/accounts/new'] })}
    />,
  );
  await userEvent.type(await screen.findByLabelText('Account Name *'), 'Joint');
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
});

it.each(['new', 'edit'])(
  'a form (%s) starts empty when its user returns to it before the list after saving has loaded',
  async (mode) => {
    const { id } = written(await saveRecord(currentDatabase(), 'account', { name: 'Ada' }));
    const path = mode === 'new' ? '/accounts/new' : `/accounts/${id}/edit`;
    const children = [
      { path: '/accounts/new', element: <AccountFormPage /> },
      { path: '/accounts/:id/edit', element: <AccountFormPage /> },
      { path: '/accounts', element: <p>The list</p>, loader: async () => await new Promise(() => undefined) },
    ];
    const router = createMemoryRouter([{ element: <SignedInLayout />, children }], { initialEntries: [path] });
    render(<RouterProvider router={router} />);
    await userEvent.type(await screen.findByLabelText('Account Name *'), ' Bee');
    await userEvent.click(screen.getByRole('button', { name: /Account$/u }));
    await waitFor(() => {
      expect(router.state.navigation.location?.pathname).toBe('/accounts');
    });
    await act(async () => {
      await router.navigate(path);
    });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^(?:Create|Update) Account$/u });
    expect(button.disabled).toBe(false);
    expect(await screen.findByDisplayValue(mode === 'new' ? '' : 'Ada Bee')).toBe(
      screen.getByLabelText('Account Name *'),
    );
  },
);

it('a form follows its account to the id that the server gives it', async () => {
  const db = currentDatabase();
  const account = written(await saveRecord(db, 'account', { name: 'Ada' }));
  const children = [{ path: '/properties/new', element: <PropertyFormPage /> }];
  render(
    <RouterProvider
      router={createMemoryRouter([{ element: <SignedInLayout />, children }], { initialEntries: ['/properties/new'] })}
    />,
  );
  await userEvent.selectOptions(await screen.findByLabelText('Account *'), account.id);
  await write(db, REKEY_TABLES, async () => {
    await rekeyRecord(db, 'account', account.id, '7');
  });
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLSelectElement>('Account *').value).toBe('7');
  });
});
