import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Pager } from './pager.tsx';

afterEach(cleanup);

it('groups the thousands of its counts', () => {
  render(<Pager page={1200} pageSize={20} totalCount={45_678} onPage={() => undefined} />);
  expect(screen.getByText('Showing 23,981 to 24,000 of 45,678 results')).toBeTruthy();
  expect(screen.getByText('Page 1,200 of 2,284')).toBeTruthy();
});
