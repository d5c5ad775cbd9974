import { CloudUpload, TriangleAlert } from 'lucide-react';
import styles from './pending-mark.module.css';
import { useRefusal } from './refusals.ts';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Stands beside a record with changes that the server has not got yet, or has refused. */
export function PendingMark({ recordId }: { readonly recordId: string }) {
  const refusal = useRefusal(recordId);
  const isRefused = refusal !== null;
  return (
    <Tooltip text={isRefused ? `Not saved to the server: ${refusal}` : 'Waiting to be sent to the server'}>
      <span className={isRefused ? styles.refused : styles.pending}>
        {isRefused ? <TriangleAlert aria-hidden="true" /> : <CloudUpload aria-hidden="true" />}
        <VisuallyHidden>{isRefused ? `Not saved to the server: ${refusal}` : 'Waiting to be sent'}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
