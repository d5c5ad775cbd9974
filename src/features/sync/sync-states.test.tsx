/** /sync in the app itself. What is said of refused changes and conflicts is in `sync-screen.test.tsx`. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, shows } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

it('says that it loads, what could not be read, and what waits while there is no connection', async () => {
  const { user, stage, visit } = await renderScreen('/sync');
  await shows('Nothing Is Waiting');
  await shows('Offline. What you change is kept on this device until the server answers again.');
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
