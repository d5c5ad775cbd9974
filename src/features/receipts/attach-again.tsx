import { useRef } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { ACCEPTED_TYPES, readReceipt, type ReceiptItem, type ReceiptsStore } from './receipts-store.ts';
import styles from './receipts-manager.module.css';

export interface AttachAgainProps {
  readonly receipt: ReceiptItem;
  readonly addAgain: ReceiptsStore['addAgain'];
  readonly onFailed: (problem: string) => void;
}

/** For a receipt whose file on this device is not the one that was attached, and was therefore never sent. */
export function AttachAgain({ receipt: { id, originalFileName }, addAgain, onFailed }: AttachAgainProps) {
  const picker = useRef<HTMLInputElement>(null);
  const attach = async (file: File) => {
    const checked = await readReceipt(file);
    const problem = typeof checked === 'string' ? checked : await addAgain(id, checked);
    if (problem !== null) onFailed(problem);
  };
  return (
    <div className={styles.actions}>
      <span className={styles.description}>The file on this device is damaged and was not sent.</span>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`The file of ${originalFileName}`}
        accept={ACCEPTED_TYPES.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void attach(file);
        }}
      />
      <Button size="small" aria-label={`Attach ${originalFileName} again`} onClick={() => picker.current?.click()}>
        Attach again
      </Button>
    </div>
  );
}
