import { AccountSetup } from '../features/accounts/account-setup.tsx';

/** /accounts/setup */
export function AccountSetupPage() {
  return <AccountSetup />;
}
