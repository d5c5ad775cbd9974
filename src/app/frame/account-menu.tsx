import { ChevronDown, CircleUser, Keyboard, LogOut } from 'lucide-react';
import type { Session } from '../../sync/session/session.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/controls/menu.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { THEME_OPTIONS, useTheme } from '../../ui/layout/theme.ts';
import styles from './header.module.css';
import { accountLinks, endLabel, welcome } from './navigation.ts';
import { showShortcuts } from './shortcuts-dialog.tsx';
import { signOut } from '../session/sign-out.ts';

/** At the right of the bar: the welcome, and behind it what concerns the user rather than the portfolio. */
export function AccountMenu({ session }: { readonly session: Session }) {
  const { theme, setTheme } = useTheme();
  const { hasServer } = useServerPresence();
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
      {accountLinks(hasServer).map(({ to, label, icon: Icon }) => (
        <MenuLink key={to} to={to} icon={<Icon aria-hidden="true" />}>
          {label}
        </MenuLink>
      ))}
      <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={showShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} options={THEME_OPTIONS} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        {endLabel(hasServer)}
      </MenuItem>
    </Menu>
  );
}
