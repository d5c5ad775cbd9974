import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { SaleTrial } from '../features/capital-gains/simulator-screen.tsx';
import { PlansScreen } from '../features/plans/plans-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /plans */
export function PlansPage() {
  const accounts = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return (
    <Page>
      <PlansScreen
        accounts={accounts.data ?? (accounts.error === undefined ? null : [])}
        brokers={brokers}
        trySale={<SaleTrial brokers={brokers} />}
      />
    </Page>
  );
}
