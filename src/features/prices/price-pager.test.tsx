import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PricePager } from './price-pager.tsx';

afterEach(cleanup);

it('groups the thousands of its counts', () => {
  render(<PricePager page={60} totalCount={2345} onPage={() => undefined} />);
  expect(screen.getByText('Showing 1,181 to 1,200 of 2,345 results')).toBeTruthy();
});
