import { AccountList } from '../features/accounts/account-list.tsx';

/** /accounts */
export function AccountsPage() {
  return <AccountList />;
}
