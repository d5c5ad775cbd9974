import { CloudUpload } from 'lucide-react';
import styles from './pending-mark.module.css';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Stands beside a record with changes that the server has not got yet. */
export function PendingMark() {
  return (
    <Tooltip text="Waiting to be sent to the server">
      <span className={styles.pending}>
        <CloudUpload aria-hidden="true" />
        <VisuallyHidden>Waiting to be sent</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
