import { PriceTestScreen } from '../features/price-test/price-test-screen.tsx';

/** /price-lookup-test */
export function PriceLookupTestPage() {
  return <PriceTestScreen />;
}
