import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { SignedInOnly } from './signed-in-only.tsx';

afterEach(() => {
  cleanup();
  leaveSession();
});

function open() {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Routes>
        <Route
          path="/dashboard"
          element={
            <SignedInOnly>
              <p>The dashboard</p>
            </SignedInOnly>
          }
        />
        <Route path="/login" element={<p>Sign in</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

it('sends visitors to the sign-in page', () => {
  open();
  expect(screen.getByText('Sign in')).toBeTruthy();
  cleanup();
  signInAda();
  open();
  expect(screen.getByText('The dashboard')).toBeTruthy();
});
