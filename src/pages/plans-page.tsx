import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { PlansScreen } from '../features/plans/plans-screen.tsx';
import { Page } from '../ui/page.tsx';

/** /plans */
export function PlansPage() {
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return (
    <Page>
      <PlansScreen accounts={accounts} brokers={brokers} />
    </Page>
  );
}
