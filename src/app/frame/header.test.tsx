/** The header to the letter (000 §2.2). */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as sessions from '../../sync/session/session.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { HeaderToggle, useHeaderSearch } from '../../ui/app-state/page-controls.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';

const ada: sessions.Session = {
  token: 't',
  userId: 'u',
  email: 'ada@example.com',
  displayName: 'Ada Holder',
  apiBase: '/api',
  isAdministrator: false,
  expiresAt: 0,
};
const LINKS = [
  ['Dashboard', '/dashboard'],
  ['Transactions', '/transactions'],
  ['Holdings', '/holdings'],
  ['Capital Gains', '/capital-gains'],
  ['Savings Accounts', '/savings-accounts'],
  ['Broker Cash', '/broker-cash-balances'],
  ['Properties', '/properties'],
  ['Accounts', '/accounts'],
  ['Assets', '/assets'],
];
/** Ours, behind the specified ones. */
const OURS = [
  ['Returns', '/returns'],
  ['Income', '/income'],
  ['Allowances', '/allowances'],
];

beforeEach(() => {
  useSyncStatus.setState({ phase: 'idle', waiting: 0, attention: 0, lastSyncedAt: null });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(session: sessions.Session = ada, page: React.ReactNode = null) {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Header session={session} />
      {page}
    </MemoryRouter>,
  );
}

const navigation = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the header of someone signed in', () => {
  it('shows the product, a welcome and the nine links in their order', () => {
    open();
    expect(screen.getByRole('banner').textContent).toContain('Holdfast');
    expect(screen.getByText('Welcome, Ada Holder')).toBeTruthy();
    expect(navigation()).toEqual([...LINKS, ...OURS]);
  });

  it('leads administrators, and only them, to the Admin Portal', () => {
    open({ ...ada, isAdministrator: true });
    const link = screen.getByRole('link', { name: 'Admin Portal' });
    expect([link.getAttribute('href'), link.title]).toEqual(['/admin', 'Access Admin Portal']);
    cleanup();
    open();
    expect(screen.queryByRole('link', { name: 'Admin Portal' })).toBeNull();
  });

  it('has Settings, Sync, the theme and Logout behind the name', async () => {
    const endSession = vi.spyOn(sessions, 'endSession').mockReturnValue();
    open();
    await userEvent.click(screen.getByText('Welcome, Ada Holder'));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('ada@example.com')).toBeTruthy();
    expect(within(menu).getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
    expect(within(menu).getByRole('menuitem', { name: 'Sync' }).getAttribute('href')).toBe('/sync');
    expect(within(menu).getByRole('menuitem', { name: 'Help' }).getAttribute('href')).toBe('/help');
    expect(
      within(menu)
        .getAllByRole('menuitemradio')
        .map((item) => item.textContent),
    ).toEqual(['Same as device', 'Light', 'Dark']);
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Logout' }));
    expect(endSession).toHaveBeenCalledWith('signedOut');
  });

  it('folds all its links into More on a phone, beside the four places', () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
    happyDOM.setViewport({ width: 390 });
    try {
      render(
        <MemoryRouter>
          <Header session={ada} />
          <BottomBar session={ada} />
        </MemoryRouter>,
      );
      expect(navigation()).toEqual([LINKS[0], LINKS[1], ['Add', '/transactions/new'], LINKS[2]]);
      // What a browser does when the button is pressed; its own popover is tried in returns.spec.ts.
      const more = screen.getByRole('button', { name: 'More' });
      const sheet = document.getElementById(more.getAttribute('popovertarget') ?? '');
      if (sheet === null) throw new Error('More opens nothing');
      fireEvent(sheet, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
      const entries = within(sheet)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
      expect(entries).toEqual([...LINKS, ...OURS, ['Settings', '/settings'], ['Sync', '/sync'], ['Help', '/help']]);
      expect(
        within(sheet)
          .getAllByRole('button')
          .map((button) => button.textContent),
      ).toEqual(['Keyboard shortcuts', 'Logout']);
      expect(within(sheet).getByLabelText('Theme')).toBeTruthy();
    } finally {
      happyDOM.setViewport({ width: 1024 });
    }
  });
});

describe('what a page puts into the header', () => {
  function SearchingPage() {
    return <p>Found: {useHeaderSearch()}</p>;
  }

  it('is a search box only where the page wants one, and its text reaches the page', async () => {
    open();
    expect(screen.queryByPlaceholderText('Search...')).toBeNull();
    cleanup();
    open(ada, <SearchingPage />);
    await userEvent.type(screen.getByPlaceholderText('Search...'), 'gold');
    await waitFor(() => {
      expect(screen.getByText('Found: gold')).toBeTruthy();
    });
  });

  it("is a checkbox with the page's label, else Toggle", async () => {
    const onChange = vi.fn();
    open(ada, <HeaderToggle checked onChange={onChange} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Toggle' }));
    expect(onChange).toHaveBeenCalledWith(false);
    cleanup();
    open(ada, <HeaderToggle checked onChange={onChange} label="Include cash" />);
    expect(screen.getByRole('checkbox', { name: 'Include cash' })).toBeTruthy();
    cleanup();
    open();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it("is the title, which names the browser's tab too", () => {
    render(<PageHeader title="Holdings" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Holdings' })).toBeTruthy();
    expect(document.title).toBe('Holdings · Holdfast');
  });
});

describe('the header of someone signed out', () => {
  it('shows the product and a Login link, and nothing else', () => {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <PublicLayout /> }])} />);
    expect(screen.getByRole('banner').textContent).toContain('Holdfast');
    expect(
      within(screen.getByRole('navigation'))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['Login', '/login']]);
    expect(screen.queryByText(/Welcome/u)).toBeNull();
  });
});
