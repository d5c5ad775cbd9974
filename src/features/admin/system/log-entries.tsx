import { Copy, TriangleAlert } from 'lucide-react';
import type { LogEntry } from '../../../sync/ask/admin-calls.ts';
import { copyText } from '../../../ui/messages/copy-text.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { levelTone } from '../shared/status-tone.ts';

/** Log entries, newest first, each with its exception folded away (002 §2). */
export function LogEntries({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <ul className={styles.log} aria-label="Logs">
      {entries.map(({ timestamp, level, source, message, exception }, index) => (
        <li key={`${timestamp} ${index}`} className={styles.entry}>
          <div className={styles.entryHead}>
            <time dateTime={timestamp}>{adminInstant(timestamp)}</time>
            <StatusBadge tone={levelTone(level)}>{level}</StatusBadge>
            <span>{source}</span>
            {exception !== null && <TriangleAlert role="img" aria-label="Has an exception" />}
          </div>
          <p className={styles.message}>{message}</p>
          {exception !== null && (
            <details>
              <summary>Show Exception Details</summary>
              <IconButton
                label="Copy to clipboard"
                icon={<Copy aria-hidden="true" />}
                onClick={() => void copyText(exception)}
              />
              <pre className={styles.code} tabIndex={0} aria-label="Exception">
                {exception}
              </pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
