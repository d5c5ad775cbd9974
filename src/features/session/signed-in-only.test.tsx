import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { SignedInOnly } from './signed-in-only.tsx';

const signedIn = vi.hoisted(() => ({ session: null as unknown }));
vi.mock('../../sync/session.ts', () => ({
  currentSession: () => signedIn.session,
  onSessionChanged: () => () => undefined,
}));

afterEach(cleanup);

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

it('sends who is signed out to the sign-in page', () => {
  open();
  expect(screen.getByText('Sign in')).toBeTruthy();
  cleanup();
  signedIn.session = { userId: 'u' };
  open();
  expect(screen.getByText('The dashboard')).toBeTruthy();
});
