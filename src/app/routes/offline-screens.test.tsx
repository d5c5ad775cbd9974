import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storeDemo } from '../../testing/demo-records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

/** What tells that a screen has its content, and not an apology; found by words, which takes less than by role. */
const SCREENS: readonly (readonly [path: string, content: () => Promise<unknown>])[] = [
  ['/dashboard', async () => await screen.findByText('Total Portfolio Value')],
  ['/transactions', async () => await screen.findByText(/^Showing 1 to 20 of \d+ results$/u)],
  ['/transactions/new', async () => await screen.findByText('Save Transaction')],
  ['/holdings', async () => await screen.findByText(/^Showing \d+ of \d+ holdings/u)],
  ['/capital-gains', async () => await screen.findAllByLabelText(/^Details of/u)],
  ['/income', async () => await screen.findByText('The next twelve months')],
  ['/capital-gains/simulate', async () => await screen.findByLabelText('Holding')],
  ['/allowances', async () => await screen.findAllByText('Capital gains exempt amount')],
  ['/plans', async () => await screen.findAllByText('What is left')],
  [
    '/capital-gains/verify',
    async () => await screen.findByText(/^All \d+ examples agree, apart from 1 error of HMRC's, which is marked\.$/u),
  ],
  ['/assets', async () => await screen.findByText(/^Showing 1 to 20 of \d+ results$/u)],
  ['/assets/new', async () => await screen.findByText('Create Asset')],
  ['/accounts', async () => await screen.findAllByText('Alex Morgan')],
  ['/settings', async () => await screen.findByText('USD, EUR, GBP')],
  [
    '/sync',
    async () =>
      await screen.findByText('Offline. Your changes are kept on this device until the server answers again.'),
  ],
];

it('every screen stands without a connection, and says so quietly', async () => {
  const { visit } = await renderScreen('/savings-accounts', { records: storeDemo, isAdministrator: true });
  for (const [path, content] of SCREENS) {
    await visit(path);
    expect(await content(), path).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(/^Offline/u).length, path).toBeGreaterThan(0));
    expect(screen.queryByRole('alert'), path).toBeNull();
  }
});
