import { CloudUpload, HardDrive, TriangleAlert } from 'lucide-react';
import styles from './pending-mark.module.css';
import { type Refusal, useRefusal } from '../app-state/refusals.ts';
import { useServerPresence } from '../app-state/server-presence.ts';
import { Tooltip } from '../controls/tooltip.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

function lookOf(refusal: Refusal | null) {
  if (refusal === null) return { text: 'Waiting to be sent', Icon: CloudUpload, className: styles.pending };
  if (refusal.isKeptHere) return { text: refusal.text, Icon: HardDrive, className: styles.pending };
  return { text: `Not saved to the server: ${refusal.text}`, Icon: TriangleAlert, className: styles.refused };
}

/** The mark of a record with changes that the server does not have yet, has refused or cannot store. */
export function PendingMark({ recordId }: { readonly recordId: string }) {
  const { text, Icon, className } = lookOf(useRefusal(recordId));
  const { hasServer } = useServerPresence();
  if (!hasServer) return null;
  return (
    <Tooltip text={text}>
      <span className={className}>
        <Icon aria-hidden="true" />
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
