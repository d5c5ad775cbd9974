import { PriceServiceScreen } from '../features/admin/market/price-service-screen.tsx';

/** /admin/price-service */
export function PriceServicePage() {
  return <PriceServiceScreen />;
}
