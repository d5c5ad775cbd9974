import { ArrowLeft, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { classNames } from '../../../ui/layout/class-names.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { ADMIN_LINKS } from './admin-links.ts';
import styles from '../shared/admin.module.css';

/** Below this width the sidebar is above the content, folded. */
const PHONE_WIDTH = 821;

/** The admin portal's frame: a sidebar that folds to its icons, on a phone to its heading (002 §2). */
export function AdminLayout() {
  const portal = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(portal, PHONE_WIDTH);
  const [choice, setChoice] = useState<boolean | null>(null);
  const { hasServer } = useServerPresence();
  const title = hasServer ? 'Admin Portal' : 'Lists';
  const open = choice ?? !narrow;
  const links = useId();
  const Icon = open ? PanelLeftClose : PanelLeftOpen;
  return (
    <div ref={portal} className={classNames(styles.portal, !open && styles.folded)}>
      <nav className={styles.sidebar} aria-label={title}>
        <div className={styles.sidebarHead}>
          <p className={styles.sidebarTitle}>{title}</p>
          <IconButton
            label={open ? 'Collapse the sidebar' : 'Expand the sidebar'}
            icon={<Icon aria-hidden="true" />}
            expanded={open}
            controls={links}
            onClick={() => {
              setChoice(!open);
            }}
          />
        </div>
        <ul id={links} className={styles.links}>
          {ADMIN_LINKS.filter(({ isList }) => hasServer || isList).map(({ to, title, icon: LinkIcon }) => (
            <li key={to}>
              <NavLink to={to} end className={styles.link ?? ''} title={title}>
                <LinkIcon aria-hidden="true" />
                <span>{title}</span>
              </NavLink>
            </li>
          ))}
          <li className={styles.back}>
            <Link to="/dashboard" className={styles.link} title="Back to Main Site">
              <ArrowLeft aria-hidden="true" />
              <span>Back to Main Site</span>
            </Link>
          </li>
        </ul>
      </nav>
      <div className={styles.content}>
        {hasServer && (
          <div className={styles.banner}>
            <div>
              <p className={styles.bannerTitle}>Administration</p>
              <p className={styles.bannerText}>Manage your Holdfast system</p>
            </div>
            <p className={styles.bannerText}>Admin Dashboard</p>
          </div>
        )}
        <Outlet />
      </div>
    </div>
  );
}
