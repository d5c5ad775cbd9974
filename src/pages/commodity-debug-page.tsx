import { CommodityDebugScreen } from '../features/admin/commodity-debug-screen.tsx';

/** /admin/commodity-debug */
export function CommodityDebugPage() {
  return <CommodityDebugScreen />;
}
