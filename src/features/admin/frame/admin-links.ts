/** The admin portal's places (002 §2), in the specified order and words, then ours. */
import {
  Building2,
  ClipboardList,
  Coins,
  Gauge,
  Landmark,
  type LucideIcon,
  RefreshCw,
  Target,
  Tag,
  Users,
} from 'lucide-react';

export interface AdminLink {
  readonly to: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Lists that a device without a server has too. */
  readonly isList?: true;
}

export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: '/admin', title: 'Dashboard', icon: Gauge },
  { to: '/admin/brokers', title: 'Broker Management', icon: Building2, isList: true },
  { to: '/admin/price-service', title: 'Price Service', icon: Tag },
  { to: '/admin/exchange-rates', title: 'Exchange Rates', icon: RefreshCw },
  { to: '/admin/system-logs', title: 'System Logs', icon: ClipboardList },
  { to: '/admin/commodity-debug', title: 'Commodity Debug', icon: Coins },
  { to: '/admin/bank-names', title: 'Bank Names', icon: Landmark, isList: true },
  { to: '/admin/target-allocations', title: 'Target Allocations', icon: Target, isList: true },
  { to: '/admin/users', title: 'Users', icon: Users },
];
