import { UsersScreen } from '../features/admin/system/users-screen.tsx';

/** /admin/users */
export function UsersPage() {
  return <UsersScreen />;
}
