import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { DashboardPage } from './dashboard-page.tsx';

afterEach(cleanup);

it('the dashboard itself sends visitors to the sign-in page, even without the route guard (000 §2.8)', () => {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Routes>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/login" element={<p>Sign in</p>} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText('Sign in')).toBeTruthy();
});
