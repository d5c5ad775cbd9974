import { useEffect, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatBytes } from '../../ui/format.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { blobOf } from './receipt-file.ts';
import styles from './receipts-manager.module.css';
import type { ReceiptItem, ReceiptsStore } from './receipts-store.ts';

export interface PreviewReceiptProps {
  readonly receipt: ReceiptItem;
  readonly readBytes: ReceiptsStore['bytes'];
  readonly onClose: () => void;
}

/** Shows a PDF in a frame, an image inline. */
export function PreviewReceipt({ receipt, readBytes, onClose }: PreviewReceiptProps) {
  const { id, originalFileName, contentType, fileSize } = receipt;
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let made: string | null = null;
    let stopped = false;
    const read = async () => {
      const bytes = await readBytes(id);
      if (stopped) return;
      if (bytes === null) throw new Error('neither here nor on a server within reach');
      made = URL.createObjectURL(blobOf({ contentType }, bytes));
      setUrl(made);
    };
    read().catch(() => {
      setFailed(true);
    });
    return () => {
      stopped = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, contentType, readBytes]);

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={originalFileName}
      description={fileSize === null ? undefined : formatBytes(fileSize)}
    >
      {failed && <Banner tone="error">Failed to load preview. Please try again.</Banner>}
      {!failed && url === null && <SkeletonBlock lines={6} text="Loading preview..." />}
      {!failed && url !== null && contentType === 'application/pdf' && (
        <iframe className={styles.preview} src={url} title={originalFileName} />
      )}
      {!failed && url !== null && contentType !== 'application/pdf' && (
        <img
          className={styles.image}
          src={url}
          alt={originalFileName}
          onError={() => {
            setFailed(true);
          }}
        />
      )}
    </Dialog>
  );
}
