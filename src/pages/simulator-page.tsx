import { useBrokers } from '../features/brokers/use-brokers.ts';
import { SimulatorScreen } from '../features/capital-gains/simulator-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /capital-gains/simulate */
export function SimulatorPage() {
  const { data: brokers = [] } = useBrokers();
  return (
    <Page>
      <SimulatorScreen brokers={brokers} />
    </Page>
  );
}
