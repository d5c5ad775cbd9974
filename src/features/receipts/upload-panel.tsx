import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FileZone } from '../../ui/controls/file-zone.tsx';
import { formatBytes } from '../../ui/texts/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { DetailFields } from './detail-fields.tsx';
import styles from './receipts-manager.module.css';
import {
  ACCEPTED_TYPES,
  readReceipt,
  type ReceiptDetails,
  type ReceiptsStore,
  refuseReceipt,
} from './receipts-store.ts';

const NO_DETAILS: ReceiptDetails = { receiptType: '', description: '' };

export interface UploadPanelProps {
  readonly store: ReceiptsStore;
  /** Called with whether a file or a description is not attached yet. Must stay the same while it is shown. */
  readonly onUnattached?: ((unattached: boolean) => void) | undefined;
}

/** Chooses a file and attaches it (000 §2.13 'Upload Receipt'). */
export function UploadPanel({ store, onUnattached }: UploadPanelProps) {
  const [file, setFile] = useState<File | null>(null);
  const [details, setDetails] = useState(NO_DETAILS);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const area = useRef<HTMLDivElement>(null);
  const losesFocus = useRef(false);
  const unattached = file !== null || details.description.trim() !== '';
  useEffect(() => {
    onUnattached?.(unattached);
    return () => onUnattached?.(false);
  }, [unattached, onUnattached]);

  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    const refused = refuseReceipt(chosen);
    setError(refused);
    setFile(refused === null ? chosen : null);
  };
  /** The pressed button is removed, or disabled until there is a file again: the focus goes to the choice of one. */
  const leaveFile = () => {
    losesFocus.current = area.current?.contains(document.activeElement) === true;
    setFile(null);
  };
  useEffect(() => {
    if (!losesFocus.current || file !== null || busy) return;
    losesFocus.current = false;
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  }, [file, busy]);
  const upload = async (chosen: File) => {
    setBusy(true);
    setError(null);
    const failed = await keep(chosen).catch(tellFaultAnd('Failed to upload receipt. Please try again.'));
    setBusy(false);
    setError(failed);
    if (failed !== null) return;
    leaveFile();
    setDetails(NO_DETAILS);
  };
  const keep = async (chosen: File): Promise<string | null> => {
    const checked = await readReceipt(chosen);
    return typeof checked === 'string' ? checked : await store.add(checked, details);
  };

  return (
    <Section title="Upload Receipt">
      <div ref={area} className={styles.form}>
        <FileZone
          label="Drop file here or click to browse"
          note="PDF or images (max 10 MB)"
          accept={ACCEPTED_TYPES.join(',')}
          disabled={busy}
          onFile={choose}
        />
        {file !== null && (
          <p className={styles.chosen} role="status">
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{formatBytes(file.size)}</span>
            <IconButton label="Remove file" icon={<X aria-hidden="true" />} disabled={busy} onClick={leaveFile} />
          </p>
        )}
        {error !== null && <Banner tone="error">{error}</Banner>}
        <DetailFields
          labels={{ receiptType: 'Receipt Type (Optional)', description: 'Description (Optional)' }}
          details={details}
          onChange={setDetails}
        />
        <div>
          <Button
            variant="primary"
            disabled={file === null}
            loading={busy}
            onClick={() => {
              if (file !== null) void upload(file);
            }}
          >
            {busy ? 'Uploading...' : 'Upload Receipt'}
          </Button>
        </div>
      </div>
    </Section>
  );
}
