import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';

const notice = () => screen.queryByText(/^There is no page at/u);

it('leads to the dashboard, which names it until it is dismissed', async () => {
  const { user, visit } = await renderScreen('/settings');
  await visit('/holdngs/of-mine?token=secret');
  expect(await screen.findByRole('heading', { level: 1, name: 'Portfolio Holdings Summary' })).toBeTruthy();
  await waitFor(() => {
    expect(notice()?.textContent).toBe(
      'There is no page at /holdngs/of-mine. Check the address, or continue from the dashboard.',
    );
  });
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => {
    expect(notice()).toBeNull();
  });
  await visit('/nowhere');
  await waitFor(() => {
    expect(notice()?.textContent).toContain('/nowhere');
  });
  await visit('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await visit('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Portfolio Holdings Summary' })).toBeTruthy();
  expect(notice()).toBeNull();
});
