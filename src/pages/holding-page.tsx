import { useParams } from 'react-router-dom';
import { PoolLedger } from '../features/capital-gains/pool-ledger.tsx';
import { HoldingScreen } from '../features/holdings/holding-screen.tsx';
import { PriceHistoryPanel } from '../features/prices/price-history-panel.tsx';

/** /holdings/{isin} */
export function HoldingPage() {
  const { isin = '' } = useParams();
  return (
    <HoldingScreen
      key={isin}
      isin={isin}
      prices={(asset, trades) => (
        <PriceHistoryPanel key={asset.id} asset={asset} displayMode="chart" timeRange="all" trades={trades} />
      )}
      pools={(holder) => <PoolLedger {...holder} />}
    />
  );
}
