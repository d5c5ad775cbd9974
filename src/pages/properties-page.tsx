import { useAccounts } from '../features/accounts/use-accounts.ts';
import { PropertiesScreen } from '../features/properties/properties-screen.tsx';

/** /properties */
export function PropertiesPage() {
  // Without its accounts the list still shows; the filter then offers none (002 §8).
  const { data: accounts = [] } = useAccounts();
  return <PropertiesScreen accounts={accounts} />;
}
