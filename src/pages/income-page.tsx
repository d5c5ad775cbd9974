import { useAccounts } from '../features/accounts/use-accounts.ts';
import { IncomeScreen } from '../features/income/income-screen.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

/** /income */
export function IncomePage() {
  const accounts = useAccounts();
  return (
    <Page>
      <PageHeader title="Income" description="Dividends, interest and what funds report, by tax year" />
      <IncomeScreen accounts={accounts} />
    </Page>
  );
}
