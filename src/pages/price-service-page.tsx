import { PriceServiceScreen } from '../features/admin/price-service-screen.tsx';

/** /admin/price-service */
export function PriceServicePage() {
  return <PriceServiceScreen />;
}
