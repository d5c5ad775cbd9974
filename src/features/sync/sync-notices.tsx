import { Link } from 'react-router-dom';
import { fieldLabel } from '../../../domain/records/issue-text.ts';
import { entityNoun } from '../../data/entities/entity-words.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { dismissMergedSecurities, type MergedSecurity } from '../../data/records/merged-securities.ts';
import { clearNotices, noticeKey, type Notice } from '../../data/outbox/notices.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { formatCount } from '../../ui/texts/format.ts';
import styles from './sync.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

function noticeWords({ kind, entity, fields }: Notice): string {
  const noun = entityNoun(entity);
  const article = /^[aeiou]/u.test(noun) ? 'an' : 'a';
  if (kind === 'duplicate')
    return `We could not tell whether the server saved this ${noun}, so it was sent again. Check for a duplicate.`;
  if (kind === 'broughtBack' && entity === 'broker')
    return 'Your import uses a broker that an administrator deleted, so the broker was restored.';
  if (kind === 'broughtBack')
    return `Your import uses ${article} ${noun} that was deleted on another device, so it was restored.`;
  return `Your edit of ${article} ${noun} was joined with changes from another device: ${fields.map(fieldLabel).join(', ')}.`;
}

function mergedWords({ name, isin, intoName, intoIsin, transactions }: MergedSecurity): string {
  const changed =
    transactions === 1
      ? '1 of your transactions now names'
      : `${formatCount(transactions)} of your transactions now name`;
  return `An administrator merged ${name} (${isin}) into ${intoName} (${intoIsin}): ${changed} it. Ask the administrator if that is not the security you hold.`;
}

interface SyncNoticesProps {
  readonly notices: readonly Notice[];
  readonly merged: readonly MergedSecurity[];
}

/** What sync decided on its own, and what an administrator did; stays until it was read. */
export function SyncNotices({ notices, merged }: SyncNoticesProps) {
  const dismiss = async () => {
    await clearNotices(currentDatabase());
    await dismissMergedSecurities(currentDatabase());
  };
  return (
    <section className={styles.part} aria-label="Notices">
      <div className={styles.partHead}>
        <h2>Notices</h2>
        <Button size="small" onClick={() => void dismiss()}>
          Dismiss all
        </Button>
      </div>
      <ul className={styles.notices}>
        {merged.map((security) => (
          <li key={security.isin}>
            <time dateTime={security.at} className={styles.muted}>
              {formatInstant(security.at)}
            </time>
            <span>{mergedWords(security)}</span>
          </li>
        ))}
        {notices.map((notice) => (
          <li key={noticeKey(notice)}>
            <time dateTime={notice.at} className={styles.muted}>
              {formatInstant(notice.at)}
            </time>
            <span>
              {noticeWords(notice)}{' '}
              {notice.entity === 'transaction' && <Link to={transactionPath(notice.id)}>Open it</Link>}
              {notice.entity === 'account' && <Link to={`/accounts/${notice.id}/edit`}>Open it</Link>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
