import { CommodityDebugScreen } from '../features/admin/market/commodity-debug-screen.tsx';

/** /admin/commodity-debug */
export function CommodityDebugPage() {
  return <CommodityDebugScreen />;
}
