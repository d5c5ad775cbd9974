import { ADMIN_LINKS } from '../../features/admin/frame/admin-links.ts';
import { CommandPalette } from '../../features/palette/command-palette.tsx';
import type { PalettePage } from '../../features/palette/use-palette.ts';
import type { Session } from '../../sync/session/session.ts';
import { hasServer } from '../../data/database/places.ts';
import { navigationLinks } from './navigation.ts';
import { SCREENS } from './screens.ts';

/** Pages beside the header's links. */
const OTHER_PAGES: readonly PalettePage[] = [
  { to: '/transactions/new', label: 'Add Transaction' },
  { to: '/accounts/new', label: 'Add Account' },
  { to: '/savings-accounts/new', label: 'Add Savings Account', whenTyped: true },
  { to: '/savings-accounts/import', label: 'Import Bank Accounts', whenTyped: true },
  { to: '/broker-cash-balances/new', label: 'Add Broker Cash Balance', whenTyped: true },
  { to: '/properties/new', label: 'Add Property', whenTyped: true },
  { to: '/settings', label: 'Settings' },
  { to: '/sync', label: 'Sync' },
  { to: '/help', label: 'Help' },
  ...ADMIN_LINKS.filter(({ to }) => to !== '/admin').map(({ to, title }) => ({ to, label: title, whenTyped: true })),
  { to: '/price-lookup-test', label: 'Price Lookup Test', whenTyped: true },
];

export interface PaletteDialogProps {
  readonly session: Session;
  /** What was typed before it was there. */
  readonly typed: string;
  readonly onClose: () => void;
}

/** The palette with the places that this user may go to. */
export function PaletteDialog({ session, typed, onClose }: PaletteDialogProps) {
  const mayOpen = (route: string): boolean =>
    SCREENS.some(
      ({ path, guard }) =>
        path === route && (session.isAdministrator || (guard !== 'C' && (guard !== 'L' || !hasServer(session)))),
    );
  const pages = [
    ...navigationLinks(session.isAdministrator).map(({ to, label }) => ({ to, label })),
    ...OTHER_PAGES.filter(({ to }) => mayOpen(to)),
  ];
  return <CommandPalette pages={pages} mayOpen={mayOpen} typed={typed} onClose={onClose} />;
}
