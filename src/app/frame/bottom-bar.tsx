import { NavLink } from 'react-router-dom';
import type { Session } from '../../sync/session/session.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { RootMark } from '../../ui/layout/root-mark.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import styles from './header.module.css';
import { MoreSheet } from './more-sheet.tsx';
import { bottomLinks } from './navigation.ts';

/** A phone's bar: Dashboard, Transactions, Add, Holdings, More. */
export function BottomBar({ session }: { readonly session: Session }) {
  if (!useIsPhone()) return null;
  return (
    <nav className={styles.bottom} aria-label="Main">
      <RootMark name="data-bottom-bar" />
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
      <MoreSheet session={session} />
    </nav>
  );
}
