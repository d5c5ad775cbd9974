import { Link, Outlet } from 'react-router-dom';
import { BrandMark } from '../../ui/layout/brand-mark.tsx';
import { HistoryGuard } from '../../ui/messages/history-guard.tsx';
import { BlockedNotice } from '../notices/blocked-notice.tsx';
import styles from './header.module.css';
import { loadAhead } from './load-ahead.ts';
import { UpdatePrompt } from '../notices/update-prompt.tsx';

/** The header of someone signed out: the product's name and a link to sign in. */
export function PublicLayout() {
  return (
    <>
      <header className={styles.bar}>
        <Link to="/login" className={styles.brand} aria-label="Holdfast">
          <BrandMark />
          <span>Holdfast</span>
        </Link>
        <nav className={styles.end} aria-label="Main">
          <Link to="/login" className={styles.link}>
            Login
          </Link>
        </nav>
      </header>
      <main
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.type === 'password') loadAhead();
        }}
      >
        <Outlet />
      </main>
      <HistoryGuard />
      <UpdatePrompt />
      <BlockedNotice />
    </>
  );
}
