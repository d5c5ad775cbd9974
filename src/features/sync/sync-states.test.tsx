/** /sync in the app itself. What is said of refused changes and conflicts is in `sync-screen.test.tsx`. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, shows } from '../../testing/page-parts.ts';
import { plainServer } from '../../../tests/device/plain-server.ts';
import { testNetwork } from '../../../tests/device/network.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

it('says that it loads, that the changes could not be read, and which wait while offline', async () => {
  const { user, stage, visit } = await renderScreen('/sync');
  await shows('Nothing is waiting');
  await shows('Offline. Your changes are kept on this device until the server answers again.');
  await visit('/settings');
  await stage({ locked: ['outbox'] });
  await visit('/sync');
  await shows('Loading changes...');
  await visit('/settings');
  await stage({ unreadable: ['outbox'] });
  await visit('/sync');
  await shows('The changes on this device could not be read. Reload the page; nothing was lost.');
  await stage({});
  await visit('/accounts/new');
  await user.type(await screen.findByLabelText('Account Name *'), 'Second');
  await user.click(button('Create Account'));
  await shows(/1 waiting$/u);
  await visit('/sync');
  await shows('Offline. 1 change kept on this device until the server answers again.');
  const waiting = await screen.findByRole('table', { name: 'Changes not on the server yet' });
  expect(within(waiting).getAllByRole('row')[1]?.textContent).toMatch(/Second.*(?:Waiting|Retrying)/u);
});

it("shows the server's words for a refused change, and discards it", async () => {
  const server = plainServer();
  server.accounts.set('ada', { id: 'ada', name: 'Ada' });
  const network = testNetwork(server.handle);
  const { user, db } = await renderScreen('/accounts/new', {
    fetch: async (url, init) => {
      server.token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
      const isNewAccount = init.method === 'POST' && new URL(url).pathname === '/api/accounts';
      return isNewAccount
        ? Response.json({ message: 'Not this name.' }, { status: 400 })
        : await network.fetch(url, init);
    },
  });
  await user.type(await screen.findByLabelText('Account Name *'), 'Second');
  await user.click(button('Create Account'));
  await user.click(await screen.findByRole('link', { name: '1 needs attention' }));
  await shows('1 change needs your attention.');
  await shows(/Not this name\./u);
  expect(screen.getByRole('link', { name: 'Edit and retry' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Discard/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard change' }));
  expect(dialog.getByText(/It never reached the server\./u)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
  await shows('Nothing is waiting');
  expect((await db.accounts.toArray()).map(({ name }) => name)).toEqual(['Ada']);
});
