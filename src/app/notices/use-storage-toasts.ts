import { useEffect } from 'react';
import { showToast } from '../../ui/messages/toast.tsx';
import { storageNoticeText, type StorageNotice, useStorageNotices, withdrawStorageNotice } from './storage-notices.ts';

/**
 * Shows the notices about this device's storage, including those raised before this page existed; each until it is
 * closed or withdrawn.
 */
export function useStorageToasts(): void {
  useEffect(() => {
    const shown = new Map<StorageNotice, () => void>();
    const update = () => {
      const { notices } = useStorageNotices.getState();
      for (const [notice, hide] of shown) {
        if (notices.includes(notice)) continue;
        shown.delete(notice);
        hide();
      }
      for (const notice of notices) if (!shown.has(notice)) shown.set(notice, show(notice));
    };
    update();
    const stop = useStorageNotices.subscribe(update);
    return () => {
      stop();
      for (const hide of shown.values()) hide();
    };
  }, []);
}

function show(notice: StorageNotice): () => void {
  const { title, description, offersReload } = storageNoticeText(notice);
  const action = {
    label: 'Reload',
    onClick: () => {
      location.reload();
    },
  };
  return showToast({
    title,
    description,
    timeoutMs: 0,
    tone: 'error',
    onClose: () => {
      withdrawStorageNotice(notice);
    },
    ...(offersReload === true && { action }),
  });
}
