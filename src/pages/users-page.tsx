import { UsersScreen } from '../features/admin/users-screen.tsx';

/** /admin/users */
export function UsersPage() {
  return <UsersScreen />;
}
