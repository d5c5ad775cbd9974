import { FloatingNotice } from '../ui/floating-notice.tsx';
import { STORAGE_NOTICE_TEXTS, useStorageNotices } from './storage-notices.ts';

/** Says on the pages before the user's own that opening the records waits for another tab. It goes when that tab has let go. */
export function BlockedNotice() {
  const isBlocked = useStorageNotices(({ notices }) => notices.includes('blocked'));
  if (!isBlocked) return null;
  const { title, description } = STORAGE_NOTICE_TEXTS.blocked;
  return <FloatingNotice tone="urgent" title={title} text={description} />;
}
