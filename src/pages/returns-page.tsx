import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { ReturnsScreen } from '../features/returns/returns-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /returns, with the period and the scope in the address */
export function ReturnsPage() {
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return (
    <Page>
      <ReturnsScreen accounts={accounts} brokers={brokers} />
    </Page>
  );
}
