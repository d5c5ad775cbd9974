import { useEffect, useRef, useState } from 'react';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { formatBytes } from '../../ui/texts/format.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { blobOf } from './receipt-file.ts';
import styles from './receipts-manager.module.css';
import type { ReceiptItem, ReceiptsStore } from './receipts-store.ts';

export interface PreviewReceiptProps {
  readonly receipt: ReceiptItem;
  readonly readBytes: ReceiptsStore['bytes'];
  readonly onClose: () => void;
}

/**
 * A PDF in the browser's own viewer, which takes the focus when it has loaded and when it is clicked, and keeps all
 * keys. Only a user who tabs to it keeps the focus there: else Escape would not close the preview.
 */
function PdfFrame({ url, title }: { readonly url: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const byTab = useRef(false);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      byTab.current = key === 'Tab';
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Only once the viewer has the focus can it be taken back.
    const onBlur = () => {
      timer = setTimeout(() => {
        if (byTab.current || document.activeElement !== frame.current) return;
        frame.current?.blur();
        window.focus();
        frame.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
      });
    };
    addEventListener('keydown', onKey, true);
    addEventListener('blur', onBlur);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey, true);
      removeEventListener('blur', onBlur);
    };
  }, []);
  return (
    <iframe
      ref={frame}
      className={styles.preview}
      src={url}
      title={title}
      onPointerEnter={() => {
        byTab.current = false;
      }}
    />
  );
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
      // Neither on this device nor on a reachable server.
      if (bytes === null) return setFailed(true);
      made = URL.createObjectURL(blobOf({ contentType }, bytes));
      setUrl(made);
    };
    read().catch((error: unknown) => {
      tellFault(error);
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
      {!failed && url !== null && contentType === 'application/pdf' && <PdfFrame url={url} title={originalFileName} />}
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
