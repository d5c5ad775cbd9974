import { ChevronDown } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import type { Session } from '../../sync/session/session.ts';
import { BrandMark } from '../../ui/layout/brand-mark.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Menu, MenuLink } from '../../ui/controls/menu.tsx';
import { useIsPhone, useMedia } from '../../ui/hooks/use-media.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { usePageControls } from '../../ui/app-state/page-controls.ts';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { type NavigationLink, navigationLinks, PRIMARY_COUNT } from './navigation.ts';
import { PaletteButton } from './palette.tsx';
import { SyncIndicator } from './sync-indicator.tsx';

function BarLink({ to, label, title, className }: NavigationLink & { readonly className?: string | undefined }) {
  return (
    <NavLink to={to} className={classNames(styles.link, className) ?? ''} title={title}>
      {label}
    </NavLink>
  );
}

/** Links under More, without those for which the bar has room: the styles show them from the same widths on. */
function FoldedLinks({ links }: { readonly links: readonly NavigationLink[] }) {
  const hasRoomForOne = useMedia('(min-width: 1360px)');
  const hasRoomForTwo = useMedia('(min-width: 1440px)');
  return links.slice(Number(hasRoomForOne) + Number(hasRoomForTwo)).map(({ to, label, icon: Icon }) => (
    <MenuLink key={to} to={to} icon={<Icon aria-hidden="true" />}>
      {label}
    </MenuLink>
  ));
}

/** The links that move under More as far as the bar has no room for them. */
function SecondaryLinks({ links }: { readonly links: readonly NavigationLink[] }) {
  if (links.length === 0) return null;
  return (
    <>
      {links.map((link, index) => (
        <BarLink key={link.to} {...link} className={[styles.first, styles.second][index] ?? styles.rest} />
      ))}
      <div className={styles.more}>
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.link}>
              More
              <ChevronDown aria-hidden="true" />
            </button>
          }
        >
          <FoldedLinks links={links} />
        </Menu>
      </div>
    </>
  );
}

/** The page's checkbox on a phone, where the bar has no room for its words. */
export function HeaderStrip() {
  const { toggle } = usePageControls();
  if (toggle === null) return null;
  return (
    <section className={styles.strip} aria-label="View options">
      <Checkbox label={toggle.label} checked={toggle.checked} onCheckedChange={toggle.onChange} />
    </section>
  );
}

/** The top bar of someone signed in (000 §2.2); on a phone its links and the account stand in the bottom bar. */
export function Header({ session }: { readonly session: Session }) {
  const isPhone = useIsPhone();
  const { searchEnabled, query, setQuery, toggle } = usePageControls();
  const links = navigationLinks(session.isAdministrator);
  // A menu with one item would only cost a click.
  const inBar = links.length <= PRIMARY_COUNT + 1 ? links.length : PRIMARY_COUNT;
  return (
    <header className={styles.bar}>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          // A new address would be another visit of the page, and a form on it would begin again.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <Link to="/dashboard" className={styles.brand} aria-label="Holdfast">
        <BrandMark />
        <span>Holdfast</span>
      </Link>
      {!isPhone && (
        <nav className={styles.nav} aria-label="Main">
          {links.slice(0, inBar).map((link) => (
            <BarLink key={link.to} {...link} />
          ))}
          <SecondaryLinks links={links.slice(inBar)} />
        </nav>
      )}
      <div className={styles.end}>
        {toggle !== null && (
          <Checkbox
            className={styles.barToggle ?? ''}
            label={toggle.label}
            checked={toggle.checked}
            onCheckedChange={toggle.onChange}
          />
        )}
        {searchEnabled && (
          <SearchBox className={styles.search ?? ''} placeholder="Search..." value={query} onSearch={setQuery} />
        )}
        <PaletteButton />
        <SyncIndicator />
        {!isPhone && <AccountMenu session={session} />}
      </div>
    </header>
  );
}
