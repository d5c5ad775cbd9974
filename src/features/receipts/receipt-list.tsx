import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RECEIPT_TYPES } from '../../../domain/records/receipt.ts';
import { labelOf } from '../../../domain/fields/enums.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { Button } from '../../ui/controls/button.tsx';
import { instantFormat } from '../../ui/texts/date-text.ts';
import { formatBytes } from '../../ui/texts/format.ts';
import { Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { AttachAgain } from './attach-again.tsx';
import { DeleteReceipt } from './delete-receipt.tsx';
import { EditReceipt } from './edit-receipt.tsx';
import { blobOf, openInNewTab } from './receipt-file.ts';
import { PreviewReceipt } from './preview-receipt.tsx';
import styles from './receipts-manager.module.css';
import type { ReceiptItem, ReceiptsStore } from './receipts-store.ts';

/** As 000 §2.13 writes a receipt's date. */
const dayOf = instantFormat('dd MMM yyyy');

type Shown = { readonly dialog: 'preview' | 'edit' | 'delete'; readonly receipt: ReceiptItem };

/** The receipts of a transaction (000 §2.13 'Receipts & Documents'). */
export function ReceiptList({ store }: { readonly store: ReceiptsStore }) {
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  const { data, error } = store.useReceipts(round);
  useEffect(() => {
    store.refresh();
  }, [store, round]);
  const [problem, setProblem] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const close = () => {
    setShown(null);
  };
  const closeDeleted = () => {
    close();
    // The button that had the focus before the dialog is gone with its card.
    requestAnimationFrame(() => {
      area.current?.focus();
    });
  };

  const download = async (receipt: ReceiptItem) => {
    const link = await store.link(receipt.id).catch(tellFaultAnd(null));
    if (link !== null) {
      window.open(link, '_blank', 'noopener');
      return;
    }
    const bytes = await store.bytes(receipt.id).catch(tellFaultAnd(null));
    setProblem(bytes === null ? 'The file is not on this device, and there is no connection to the server.' : null);
    if (bytes !== null) openInNewTab(blobOf(receipt, bytes), receipt.originalFileName);
  };

  return (
    <Section title="Receipts & Documents" description={data === undefined ? undefined : `${data.length} file(s)`}>
      <div ref={area} tabIndex={-1} className={styles.area}>
        {error !== undefined && (
          <Banner
            tone="error"
            actions={
              <Button
                size="small"
                onClick={() => {
                  setRound(round + 1);
                }}
              >
                Retry
              </Button>
            }
          >
            Failed to load receipts. Please try again.
          </Banner>
        )}
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {error === undefined && data === undefined && <SkeletonBlock lines={2} text="Loading receipts..." />}
        {error === undefined && data?.length === 0 && <p className={styles.facts}>No receipts uploaded yet</p>}
        {error === undefined && data !== undefined && data.length > 0 && (
          <ul className={styles.list}>
            {data.map((receipt) => (
              <Card
                key={receipt.id}
                receipt={receipt}
                onShow={(dialog) => {
                  setProblem(null);
                  setShown({ dialog, receipt });
                }}
                onDownload={() => void download(receipt)}
              >
                {receipt.needsFile && <AttachAgain receipt={receipt} addAgain={store.addAgain} onFailed={setProblem} />}
              </Card>
            ))}
          </ul>
        )}
      </div>
      {shown?.dialog === 'preview' && (
        <PreviewReceipt receipt={shown.receipt} readBytes={store.bytes} onClose={close} />
      )}
      {shown?.dialog === 'edit' && <EditReceipt receipt={shown.receipt} update={store.update} onClose={close} />}
      {shown?.dialog === 'delete' && (
        <DeleteReceipt
          receipt={shown.receipt}
          remove={store.remove}
          onClose={close}
          onRemoved={closeDeleted}
          onFailed={setProblem}
        />
      )}
    </Section>
  );
}

interface CardProps {
  readonly receipt: ReceiptItem;
  readonly onShow: (dialog: Shown['dialog']) => void;
  readonly onDownload: () => void;
  /** What else the user has to do about the receipt. */
  readonly children?: ReactNode;
}

function Card({ receipt, onShow, onDownload, children }: CardProps) {
  const { hasServer } = useServerPresence();
  const { originalFileName, contentType, fileSize, uploadedAt, receiptType, description, pending } = receipt;
  const facts = [fileSize === null ? '' : formatBytes(fileSize), dayOf(uploadedAt)]
    .filter((fact) => fact !== '')
    .join(' • ');
  return (
    <li className={styles.card}>
      <button
        type="button"
        className={styles.icon}
        aria-label={`Preview ${originalFileName}`}
        onClick={() => {
          onShow('preview');
        }}
      >
        {contentType === 'application/pdf' ? 'PDF' : 'IMG'}
      </button>
      <div className={styles.text}>
        <span className={styles.name}>{originalFileName}</span>
        <span className={styles.facts}>{pending && hasServer ? `${facts} • Waiting to be sent` : facts}</span>
        {receiptType !== null && receiptType !== '' && (
          <span className={styles.badge}>{labelOf(RECEIPT_TYPES, receiptType)}</span>
        )}
        {description !== '' && <span className={styles.description}>{description}</span>}
        {children}
      </div>
      <div className={styles.actions}>
        <Button size="small" aria-label={`Download ${originalFileName}`} onClick={onDownload}>
          Download
        </Button>
        <Button
          size="small"
          aria-label={`Edit ${originalFileName}`}
          onClick={() => {
            onShow('edit');
          }}
        >
          Edit
        </Button>
        <Button
          size="small"
          aria-label={`Delete ${originalFileName}`}
          onClick={() => {
            onShow('delete');
          }}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
