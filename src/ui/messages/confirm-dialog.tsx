import { Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** What the generic delete confirmation shows (001 §2.4). */
export interface ConfirmData {
  readonly title: string;
  readonly message: ReactNode;
  /** The record's own name, set apart under the message. */
  readonly itemName?: string;
  readonly warningMessage?: string;
  /** False turns the question into a statement: warning style, no Delete, 'Close'. */
  readonly canDelete?: boolean;
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** null while it is being loaded: shows 'Loading...'. */
  readonly data: ConfirmData | null;
  /** While the action runs neither the backdrop nor Escape closes. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly confirmLabel?: string;
  readonly busyLabel?: string;
  /** Only a deletion shows a bin. */
  readonly variant?: 'deletion' | 'danger' | 'primary';
}

/** Asks before something that cannot be undone, or says why it cannot be done. */
export function ConfirmDialog({
  open,
  data,
  busy = false,
  onConfirm,
  onCancel,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting...',
  variant = 'deletion',
}: ConfirmDialogProps) {
  const allowed = data !== null && data.canDelete !== false;
  const footer = (
    <>
      <Button onClick={onCancel} disabled={busy}>
        {data !== null && !allowed ? 'Close' : 'Cancel'}
      </Button>
      {allowed && (
        <Button variant={variant === 'primary' ? 'primary' : 'danger'} loading={busy} onClick={onConfirm}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open={open} onClose={onCancel} busy={busy} size="small" title={data?.title ?? 'Confirm'} footer={footer}>
      {data === null ? (
        <p>Loading...</p>
      ) : (
        <div className={classNames(styles.body, (!allowed || variant === 'primary') && styles.caution)}>
          <span className={styles.icon} aria-hidden="true">
            {allowed && variant === 'deletion' ? <Trash2 /> : <TriangleAlert />}
          </span>
          <div className={styles.text}>
            <p>{data.message}</p>
            {data.itemName !== undefined && <p className={styles.item}>{data.itemName}</p>}
            {data.warningMessage !== undefined && <p className={styles.warning}>{data.warningMessage}</p>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
