import { useAccounts } from '../features/accounts/use-accounts.ts';
import { HoldingsScreen } from '../features/holdings/holdings-screen.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

/** /holdings, with `asOfDate` for a past day */
export function HoldingsPage() {
  const { data: accounts = [] } = useAccounts();
  return (
    <Page>
      <PageHeader title="Holdings" />
      <HoldingsScreen accounts={accounts} />
    </Page>
  );
}
