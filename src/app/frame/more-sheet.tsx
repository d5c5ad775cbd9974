import { Keyboard, LogOut, Menu as MenuIcon } from 'lucide-react';
import { startTransition, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Session } from '../../sync/session/session.ts';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useBackCloses } from '../../ui/hooks/use-hold.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { THEME_OPTIONS, useTheme } from '../../ui/layout/theme.ts';
import styles from './header.module.css';
import sheet from './more-sheet.module.css';
import { accountLinks, endLabel, type NavigationLink, navigationLinks, welcome } from './navigation.ts';
import { showShortcuts } from './shortcuts-dialog.tsx';
import { signOut } from '../session/sign-out.ts';

function Links({ links, onFollow }: { readonly links: readonly NavigationLink[]; readonly onFollow: () => void }) {
  return links.map(({ to, label, title, icon: Icon }) => (
    <li key={to}>
      <Link to={to} className={sheet.entry} title={title} onClick={onFollow}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    </li>
  ));
}

function Entries({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const { theme, setTheme } = useTheme();
  const { hasServer } = useServerPresence();
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <>
      <p className={sheet.heading}>{welcome(session)}</p>
      <ul>
        <Links links={navigationLinks(session.isAdministrator)} onFollow={onClose} />
      </ul>
      <ul className={sheet.part}>
        <Links links={accountLinks(hasServer)} onFollow={onClose} />
        <li>
          <button type="button" className={sheet.entry} onClick={choose(showShortcuts)}>
            <Keyboard aria-hidden="true" />
            Keyboard shortcuts
          </button>
        </li>
      </ul>
      <div className={classNames(sheet.part, sheet.theme)}>
        <SelectField
          label="Theme"
          options={THEME_OPTIONS}
          value={theme}
          onChange={({ target }) => {
            const chosen = THEME_OPTIONS.find(({ value }) => value === target.value);
            if (chosen) setTheme(chosen.value);
          }}
        />
      </div>
      <div className={sheet.part}>
        <button type="button" className={sheet.entry} onClick={choose(signOut)}>
          <LogOut aria-hidden="true" />
          {endLabel(hasServer)}
        </button>
      </div>
    </>
  );
}

/** True from the first moment in which the browser has nothing to do; where it cannot tell, never. */
function useSpareMoment(): boolean {
  const [came, setCame] = useState(false);
  useEffect(() => {
    // Safari has no such moments.
    if (!('requestIdleCallback' in globalThis)) return undefined;
    const request = requestIdleCallback(() => startTransition(() => setCame(true)));
    return () => cancelIdleCallback(request);
  }, []);
  return came;
}

/**
 * The phone's More: every link of the header, then what concerns the user. The browser opens, closes and places the focus
 * of a popover itself; a menu of the library takes a phone three times as long to open. Its entries are drawn before it is
 * opened if there is time: drawing them is half of what the press would wait for.
 */
export function MoreSheet({ session }: { readonly session: Session }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isDrawn = useSpareMoment() || isOpen;
  const close = () => popover.current?.hidePopover();
  useBackCloses(isOpen, close);
  return (
    <>
      <button type="button" className={styles.tab} popoverTarget={id} aria-expanded={isOpen}>
        <MenuIcon aria-hidden="true" />
        More
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={sheet.sheet}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isDrawn && <Entries session={session} onClose={close} />}
      </div>
    </>
  );
}
