import { useAccounts } from '../features/accounts/use-accounts.ts';
import { GainsScreen } from '../features/capital-gains/gains-screen.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

/** /capital-gains */
export function CapitalGainsPage() {
  const accounts = useAccounts();
  return (
    <Page>
      <PageHeader title="Capital Gains Tax" />
      <GainsScreen accounts={accounts} />
    </Page>
  );
}
