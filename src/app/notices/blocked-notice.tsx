import { FloatingNotice } from '../../ui/messages/floating-notice.tsx';
import { STORAGE_NOTICE_TEXTS, useStorageNotices } from './storage-notices.ts';

/**
 * Shown on the pages before sign-in while another tab delays opening or removing the user's records. Disappears when
 * that tab lets go.
 */
export function BlockedNotice() {
  const notice = useStorageNotices(({ notices }) => notices.find((each) => each === 'blocked' || each === 'removing'));
  if (notice === undefined) return null;
  const { title, description } = STORAGE_NOTICE_TEXTS[notice];
  return <FloatingNotice tone="urgent" title={title} text={description} />;
}
