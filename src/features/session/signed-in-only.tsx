import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from './use-session.ts';

/** Sends who is not signed in to the sign-in page, beside the route's own guard (000 §2.8). */
export function SignedInOnly({ children }: { readonly children: ReactNode }) {
  return useSession() === null ? <Navigate to="/login" replace /> : children;
}
