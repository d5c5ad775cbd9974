import { useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { BrokerCashFormScreen } from '../features/broker-cash/broker-cash-form-screen.tsx';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { FormVisit } from '../ui/forms/form-visit.tsx';

/** /broker-cash-balances/new and /broker-cash-balances/:id/edit */
export function BrokerCashFormPage() {
  const { id } = useParams();
  const accounts = useAccounts();
  const brokers = useBrokers();
  return (
    <FormVisit>
      <BrokerCashFormScreen id={id} accounts={accounts} brokers={brokers} />
    </FormVisit>
  );
}
