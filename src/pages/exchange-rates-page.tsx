import { londonDate } from '../../domain/values/dates.ts';
import { ExchangeRatesScreen } from '../features/admin/market/exchange-rates-screen.tsx';
import { useNow } from '../ui/hooks/use-now.ts';

/** /admin/exchange-rates */
export function ExchangeRatesPage() {
  return <ExchangeRatesScreen today={londonDate(useNow())} />;
}
