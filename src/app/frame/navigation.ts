/** The header's links in the specified order and words (000 §2.2); those without a screen are left out. */
import {
  ArrowLeftRight,
  Banknote,
  ChartLine,
  ChartPie,
  CircleQuestionMark,
  HandCoins,
  Gauge,
  House,
  Layers,
  List,
  type LucideIcon,
  PiggyBank,
  Plus,
  RefreshCw,
  Scale,
  Settings,
  Shapes,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { hasServer } from '../../data/database/places.ts';
import type { Session } from '../../sync/session/session.ts';
import { hasScreen } from './screens.ts';

export interface NavigationLink {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** A longer name for the tooltip. */
  readonly title?: string;
}

const LINKS: readonly NavigationLink[] = [
  { to: '/dashboard', label: 'Dashboard', icon: ChartPie },
  { to: '/transactions', label: 'Transactions', icon: ArrowLeftRight },
  { to: '/holdings', label: 'Holdings', icon: Layers },
  { to: '/capital-gains', label: 'Capital Gains', icon: Scale },
  { to: '/savings-accounts', label: 'Savings Accounts', icon: PiggyBank },
  { to: '/broker-cash-balances', label: 'Broker Cash', icon: Banknote },
  { to: '/properties', label: 'Properties', icon: House },
  { to: '/accounts', label: 'Accounts', icon: Users },
  { to: '/assets', label: 'Assets', icon: Shapes },
  // Beyond the specified nine.
  { to: '/returns', label: 'Returns', icon: ChartLine },
  { to: '/income', label: 'Income', icon: HandCoins },
  { to: '/allowances', label: 'Allowances', icon: Gauge },
];
const ADMIN: NavigationLink = { to: '/admin', label: 'Admin Portal', title: 'Access Admin Portal', icon: ShieldCheck };

/** Links that stay in the bar when there is little room. */
export const PRIMARY_COUNT = 4;

const ADD: NavigationLink = { to: '/transactions/new', label: 'Add', title: 'Add new transaction', icon: Plus };

/** The links that the user may follow. */
export function navigationLinks(isAdministrator: boolean): readonly NavigationLink[] {
  return [...LINKS, ...(isAdministrator ? [ADMIN] : [])].filter((link) => hasScreen(link.to));
}

/** What concerns the user rather than the portfolio. Without a server the lists are the user's own. */
export function accountLinks(withServer: boolean): readonly NavigationLink[] {
  const sync: NavigationLink = { to: '/sync', label: withServer ? 'Sync' : 'On this device only', icon: RefreshCw };
  return [
    { to: '/settings', label: 'Settings', icon: Settings },
    ...(hasScreen(sync.to) ? [sync] : []),
    ...(withServer ? [] : [{ to: '/admin/bank-names', label: 'Lists', icon: List }]),
    { to: '/help', label: 'Help', icon: CircleQuestionMark },
  ];
}

/** The phone's four places beside More. */
export function bottomLinks(): readonly NavigationLink[] {
  const at = (path: string) => LINKS.filter((link) => link.to === path);
  return [...at('/dashboard'), ...at('/transactions'), ADD, ...at('/holdings')].filter((link) => hasScreen(link.to));
}

/** How the header addresses the user. */
export function welcome(session: Session): string {
  return hasServer(session) ? `Welcome, ${session.displayName}` : session.displayName;
}

/** The entry that ends the session. */
export function endLabel(withServer: boolean): string {
  return withServer ? 'Logout' : 'Leave';
}
