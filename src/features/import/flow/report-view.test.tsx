import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ReportView } from './report-view.tsx';

afterEach(cleanup);

it('counts all errors, also those that it does not list', async () => {
  const lines = Array.from({ length: 6 }, (_, index) => `Row ${index + 2}: bad`);
  render(
    <ReportView
      report={{ tone: 'error', message: 'Import failed with validation errors', heading: 'Errors', lines, total: 1506 }}
    />,
  );
  expect(screen.getByText('Errors (1506 total):')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 1506 errors' }));
  expect(
    screen
      .getAllByRole('listitem')
      .map((line) => line.textContent)
      .slice(5),
  ).toEqual(['Row 7: bad', 'and 1,500 more: Preview Import shows them all.']);
});
