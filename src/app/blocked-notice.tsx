import { FloatingNotice } from '../ui/messages/floating-notice.tsx';
import { STORAGE_NOTICE_TEXTS, useStorageNotices } from './storage-notices.ts';

/** Says on the pages before the user's own that opening or removing the records waits for another tab. It goes when that tab has let go. */
export function BlockedNotice() {
  const notice = useStorageNotices(({ notices }) => notices.find((each) => each === 'blocked' || each === 'removing'));
  if (notice === undefined) return null;
  const { title, description } = STORAGE_NOTICE_TEXTS[notice];
  return <FloatingNotice tone="urgent" title={title} text={description} />;
}
