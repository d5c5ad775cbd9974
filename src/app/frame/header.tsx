import { ChevronDown } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import type { Session } from '../../sync/session/session.ts';
import { BrandMark } from '../../ui/layout/brand-mark.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Menu, MenuLink } from '../../ui/controls/menu.tsx';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { usePageControls } from '../../ui/app-state/page-controls.ts';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { type NavigationLink, navigationLinks, PRIMARY_COUNT } from './navigation.ts';
import { PaletteButton } from './palette.tsx';
import { SyncIndicator } from './sync-indicator.tsx';

type Bar = RefObject<HTMLElement | null>;

function BarLink({ to, label, title, className }: NavigationLink & { readonly className?: string | undefined }) {
  return (
    <NavLink to={to} className={classNames(styles.link, className) ?? ''} title={title}>
      {label}
    </NavLink>
  );
}

/** Links under More: those that the styles hide from the bar, which has no room for them. */
function FoldedLinks({ links, bar }: { readonly links: readonly NavigationLink[]; readonly bar: Bar }) {
  const isInBar = (to: string) => bar.current?.querySelector<HTMLElement>(`a[href$="${to}"]`)?.offsetParent != null;
  const [folded] = useState(() => links.filter(({ to }) => !isInBar(to)));
  return folded.map(({ to, label, icon: Icon }) => (
    <MenuLink key={to} to={to} icon={<Icon aria-hidden="true" />}>
      {label}
    </MenuLink>
  ));
}

/** The main links; they move under More as far as the bar has no room for them. */
function MainLinks({ links }: { readonly links: readonly NavigationLink[] }) {
  const bar = useRef<HTMLElement>(null);
  // A menu with one item would only cost a click.
  const inBar = links.length <= PRIMARY_COUNT + 1 ? links.length : PRIMARY_COUNT;
  return (
    <nav ref={bar} className={styles.nav} aria-label="Main">
      {links.map((link, index) => (
        <BarLink key={link.to} {...link} className={placeInBar(index - inBar)} />
      ))}
      <div className={classNames(styles.more, inBar === links.length && styles.moreOfFew)}>
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.link}>
              More
              <ChevronDown aria-hidden="true" />
            </button>
          }
        >
          <FoldedLinks links={links} bar={bar} />
        </Menu>
      </div>
    </nav>
  );
}

/** The class of a link by its position behind those that the bar shows first. */
function placeInBar(behind: number): string | undefined {
  if (behind < 0) return styles.primary;
  return [styles.first, styles.second][behind] ?? styles.rest;
}

/** The page's checkbox on a phone, where the bar has no room for its words. */
export function HeaderStrip() {
  const { toggle } = usePageControls();
  if (toggle === null) return null;
  return (
    <div className={styles.stripRoom}>
      <section className={styles.strip} aria-label="View options">
        <Checkbox label={toggle.label} checked={toggle.checked} onCheckedChange={toggle.onChange} />
      </section>
    </div>
  );
}

/** The top bar of someone signed in (000 §2.2); on a phone its links and the account stand in the bottom bar. */
export function Header({ session }: { readonly session: Session }) {
  const isPhone = useIsPhone();
  const { searchEnabled, query, setQuery, toggle } = usePageControls();
  const links = navigationLinks(session.isAdministrator);
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
      {!isPhone && <MainLinks links={links} />}
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
        <span className={styles.palette}>
          <PaletteButton />
        </span>
        <SyncIndicator />
        {!isPhone && <AccountMenu session={session} />}
      </div>
    </header>
  );
}
