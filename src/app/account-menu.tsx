import { ChevronDown, CircleQuestionMark, CircleUser, Keyboard, List, LogOut, RefreshCw, Settings } from 'lucide-react';
import type { ReactElement } from 'react';
import { hasServer } from '../data/database/places.ts';
import type { Session } from '../sync/session/session.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../ui/controls/menu.tsx';
import { useServerPresence } from '../ui/app-state/server-presence.ts';
import { THEME_OPTIONS, useTheme } from '../ui/layout/theme.ts';
import styles from './header.module.css';
import { navigationLinks } from './navigation.ts';
import { hasScreen } from './screens.ts';
import { showShortcuts } from './shortcuts-dialog.tsx';
import { signOut } from './sign-out.ts';

/** Settings, Sync, help, the keys, Theme, Logout: what concerns the user rather than the portfolio. */
function AccountItems() {
  const { theme, setTheme } = useTheme();
  const presence = useServerPresence();
  return (
    <>
      <MenuLink to="/settings" icon={<Settings aria-hidden="true" />}>
        Settings
      </MenuLink>
      {hasScreen('/sync') && (
        <MenuLink to="/sync" icon={<RefreshCw aria-hidden="true" />}>
          {presence.hasServer ? 'Sync' : 'On this device only'}
        </MenuLink>
      )}
      {!presence.hasServer && (
        <MenuLink to="/admin/bank-names" icon={<List aria-hidden="true" />}>
          Lists
        </MenuLink>
      )}
      <MenuLink to="/help" icon={<CircleQuestionMark aria-hidden="true" />}>
        Help
      </MenuLink>
      <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={showShortcuts}>
        Keyboard Shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} options={THEME_OPTIONS} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        {presence.hasServer ? 'Logout' : 'Leave'}
      </MenuItem>
    </>
  );
}

function welcome(session: Session): string {
  return hasServer(session) ? `Welcome, ${session.displayName}` : session.displayName;
}

/** At the right of the bar: the welcome, and the menu behind it. */
export function AccountMenu({ session }: { readonly session: Session }) {
  return (
    <Menu
      trigger={
        <button type="button" className={styles.account}>
          <CircleUser aria-hidden="true" />
          <span>{welcome(session)}</span>
          <ChevronDown aria-hidden="true" />
        </button>
      }
    >
      {session.email !== '' && <MenuHeading>{session.email}</MenuHeading>}
      <AccountItems />
    </Menu>
  );
}

/** The phone's More: every link of the header, then the account's. */
export function MoreMenu({ session, trigger }: { readonly session: Session; readonly trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} side="top">
      <MenuHeading>{welcome(session)}</MenuHeading>
      {navigationLinks(session.isAdministrator).map(({ to, label, icon: Icon, title }) => (
        <MenuLink key={to} to={to} icon={<Icon aria-hidden="true" />} {...(title !== undefined && { hint: title })}>
          {label}
        </MenuLink>
      ))}
      <MenuSeparator />
      <AccountItems />
    </Menu>
  );
}
