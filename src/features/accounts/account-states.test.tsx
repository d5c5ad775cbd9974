/** Accounts in the app itself: waiting, failing, and what stays when it cannot be saved. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purchase } from '../../../tests/device/fixtures.ts';
import { button, isBusy, shows, titled } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const name = () => screen.getByLabelText<HTMLInputElement>('Account Name *');
const rowOf = async (account: string) =>
  within(await screen.findByRole('row', { name: (words) => words.startsWith(account) }));

it('the accounts screens say that they load, and what could not be loaded', async () => {
  const { stage, visit } = await renderScreen('/settings');
  await stage({ locked: ['accounts'] });
  await visit('/accounts/ada/edit');
  await shows('Loading account...');
  await visit('/accounts');
  await shows('Loading accounts...');
  await stage({ unreadable: ['accounts'] });
  await visit('/settings');
  await visit('/accounts/ada/edit');
  await shows('Failed to load account');
  await visit('/accounts');
  await shows('Failed to load accounts');
});

it('an account is added and renamed, at the second try when it could not be saved', async () => {
  const { user, stage, db, address } = await renderScreen('/accounts/new');
  await titled('Add New Account');
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe('AccountsNew');
  // The form follows its title once it is known whether there is a draft.
  await user.type(await screen.findByLabelText('Account Name *'), 'Child');
  await stage({ unwritable: ['accounts'] });
  await user.click(button('Create Account'));
  await shows(/^Failed to create account/u);
  await stage({ locked: ['accounts', 'outbox'] });
  await user.click(button('Create Account'));
  await isBusy('Creating...');
  await stage({});
  await user.click((await rowOf('Child')).getByRole('button', { name: 'Edit' }));
  await titled('Edit Account');
  await waitFor(() => expect(name().value).toBe('Child'));
  expect(address()).toMatch(/^\/accounts\/[^/]+\/edit$/u);
  await user.type(name(), ' Trust');
  await stage({ unwritable: ['accounts'] });
  await user.click(button('Update Account'));
  await shows(/^Failed to update account/u);
  expect(name().value).toBe('Child Trust');
  await stage({});
  await user.click(button('Update Account'));
  await rowOf('Child Trust');
  expect((await db.accounts.toArray()).map((account) => account.name)).toEqual(
    expect.arrayContaining(['Ada', 'Child Trust']),
  );
});

it('an account is deleted, at the second try after a failure, but not while it is in use', async () => {
  const { user, stage, db } = await renderScreen('/accounts', {
    records: async (stored) => {
      await stored.accounts.put({ id: 'child', name: 'Child', version: 1 });
      await stored.transactions.put({ ...purchase({ accountId: 'ada' }), id: 't1', version: 1 });
    },
  });
  const remove = async (account: string) => {
    await user.click((await rowOf(account)).getByRole('button', { name: 'Delete' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete Account' })).getByRole('button', { name: 'Delete' }),
    );
  };
  await stage({ unwritable: ['accounts', 'outbox'] });
  await remove('Child');
  await shows('Failed to delete account. Please try again.');
  await stage({});
  await remove('Child');
  await shows('1 account deleted.');
  await remove('Ada');
  const refused = within(await screen.findByRole('dialog', { name: 'Cannot Delete Account' }));
  expect(refused.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect((await db.accounts.toArray()).map(({ id }) => id)).toEqual(['ada']);
});

it('the wizard keeps what was typed when it cannot make the first account', async () => {
  const { user, stage, address } = await renderScreen('/accounts/setup');
  await titled('Welcome to Holdfast');
  const first = screen.getByLabelText<HTMLInputElement>('Account Name');
  await user.clear(first);
  await user.click(button('Create Account & Continue'));
  await shows('Account name is required');
  await user.type(first, 'x'.repeat(101));
  await shows('Account name cannot exceed 100 characters');
  await user.clear(first);
  await user.type(first, 'Trust');
  await stage({ unwritable: ['accounts'] });
  await user.click(button('Create Account & Continue'));
  await shows('Failed to create account. Please try again.');
  expect(first.value).toBe('Trust');
  await stage({ locked: ['accounts', 'outbox'] });
  await user.click(button('Create & Add More Accounts'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Creating...' })).toHaveLength(2));
  await stage({});
  await rowOf('Trust');
  expect(address()).toBe('/accounts');
});
