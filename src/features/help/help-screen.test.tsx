import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useTheme } from '../../ui/layout/theme.ts';

it('lists the pages, and opens one from the menu', async () => {
  const { user, address } = await renderScreen('/settings');
  await user.click(await screen.findByRole('button', { name: /^Welcome/u }));
  await user.click(await screen.findByRole('menuitem', { name: 'Help' }));
  await screen.findByRole('heading', { level: 1, name: 'Help' });
  await user.click(screen.getByRole('link', { name: 'How gains are calculated' }));
  await screen.findByRole('heading', { level: 1, name: 'How gains are calculated' });
  expect(address()).toBe('/help/gains');
  const [bought] = screen.getAllByRole('table');
  if (bought === undefined) throw new Error('the page has no table');
  expect(within(bought).getByRole('row', { name: '25\u00a0March\u00a02020 416 £1,212.14 19' })).toBeTruthy();
});

it('goes to the heading that the address names, and from page to page', async () => {
  const { user, address } = await renderScreen('/help/broker-files#aj-bell');
  expect((await screen.findByRole('heading', { level: 2, name: 'AJ Bell' })).id).toBe('aj-bell');
  expect(document.activeElement?.id).toBe('aj-bell');
  await user.click(within(screen.getByRole('navigation', { name: 'On this page' })).getByText('Freetrade'));
  expect(address()).toBe('/help/broker-files');
  expect(document.activeElement?.textContent).toBe('Freetrade');
});

it('names a page that is not there, above those that are', async () => {
  await renderScreen('/help/brokers');
  expect(await screen.findByText('There is no help page "brokers". Choose one below.')).toBeTruthy();
  expect(screen.getByRole('link', { name: "Your broker's file" }).getAttribute('href')).toBe('/help/broker-files');
});

it.each([
  ['/capital-gains', 'How gains are calculated', '/help/gains'],
  ['/sync', 'Working offline and sync', '/help/sync'],
  ['/settings', 'Backup and restore', '/help/backup'],
  ['/transactions/import', "Where to find your broker's file", '/help/broker-files'],
])('%s leads to the page that explains it', async (path, name, to) => {
  await renderScreen(path);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
});

it('shows pictures in the colours of the chosen theme, with the space that they take', async () => {
  await renderScreen('/help/gains');
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: /^The workings of this sale/u });
  const { setTheme } = useTheme.getState();
  const fileIn = (theme: 'light' | 'dark'): string => {
    act(() => {
      setTheme(theme);
    });
    return picture.src.slice(picture.src.lastIndexOf('/') + 1);
  };
  expect(fileIn('dark')).toMatch(/^gains-disposal-dark\.webp/u);
  expect(fileIn('light')).toMatch(/^gains-disposal\.webp/u);
  expect(picture.width).toBe(390);
  expect(picture.height).toBeGreaterThan(100);
  expect(picture.loading).toBe('lazy');
  setTheme('system');
});
