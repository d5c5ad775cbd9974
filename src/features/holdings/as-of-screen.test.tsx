import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';

it('keeps the day that holdings were asked for while other screens are visited', async () => {
  const { visit } = await renderScreen('/holdings?asOfDate=2023-03-31');
  const field = async () => await screen.findByLabelText<HTMLInputElement>('View As Of Date');
  expect((await field()).value).toBe('31/03/2023');
  await visit('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await visit('/holdings');
  expect((await field()).value).toBe('31/03/2023');
  // The link of the screen that is shown leads to what is shown.
  await visit('/holdings');
  expect((await field()).value).toBe('31/03/2023');
});
