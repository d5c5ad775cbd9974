import { Menu as MenuIcon } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import type { Session } from '../sync/session/session.ts';
import { classNames } from '../ui/layout/class-names.ts';
import { MoreMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { bottomLinks } from './navigation.ts';

/** The phone's bar: Dashboard, Transactions, Add, Holdings, More. */
export function BottomBar({ session }: { readonly session: Session }) {
  return (
    <nav className={styles.bottom} aria-label="Main" data-bottom-bar>
      {bottomLinks().map(({ to, label, icon: Icon, title }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={classNames(styles.tab, label === 'Add' && styles.add) ?? ''}
          title={title}
        >
          <Icon aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <MoreMenu
        session={session}
        trigger={
          <button type="button" className={styles.tab}>
            <MenuIcon aria-hidden="true" />
            More
          </button>
        }
      />
    </nav>
  );
}
