import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { HoldingMenu } from './holding-menu.tsx';

const trigger = () => screen.getByRole('button', { name: 'Actions for Unilever plc' });

function open() {
  render(
    <StrictMode>
      <MemoryRouter>
        <HoldingMenu accountId="a" isin="GB00B10RZP78" taxWrapper="ISA" assetName="Unilever plc" />
      </MemoryRouter>
    </StrictMode>,
  );
  expect([trigger().getAttribute('aria-haspopup'), trigger().getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
}

afterEach(cleanup);

it.each([
  ['{Enter}', 'View Transactions'],
  [' ', 'View Transactions'],
  ['{ArrowDown}', 'View Transactions'],
  ['{ArrowUp}', 'Try a sale'],
])('opens at the first press of %s with %s focused, and gives the focus back', async (key, action) => {
  open();
  await userEvent.tab();
  for (const time of ['the first time', 'again']) {
    await userEvent.keyboard(key);
    await waitFor(() => {
      expect(document.activeElement, time).toBe(screen.getByRole('menuitem', { name: action }));
    });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('menu')).toBeNull();
    });
    expect(document.activeElement, time).toBe(trigger());
    expect(trigger().getAttribute('aria-expanded'), time).toBe('false');
  }
});

it('opens at the first click, and closes at the next', async () => {
  open();
  await userEvent.click(trigger());
  expect(await screen.findByRole('menu')).toBeTruthy();
  expect(trigger().getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(trigger());
  await waitFor(() => {
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
