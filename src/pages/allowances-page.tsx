import { useAccounts } from '../features/accounts/use-accounts.ts';
import { AllowancesScreen } from '../features/allowances/allowances-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /allowances */
export function AllowancesPage() {
  const accounts = useAccounts();
  return (
    <Page>
      <AllowancesScreen accounts={accounts} />
    </Page>
  );
}
