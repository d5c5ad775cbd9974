import { CloudUpload } from 'lucide-react';
import styles from './record-name.module.css';
import { Tooltip } from './tooltip.tsx';
import { TruncatedText } from './truncated-text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface RecordNameProps {
  readonly name: string;
  /** Where the record is opened. */
  readonly to: string;
  /** It has changes that the server has not got yet. */
  readonly pending: boolean;
}

/** A row's name as a link, with a mark while its changes wait to be sent. */
export function RecordName({ name, to, pending }: RecordNameProps) {
  return (
    <span className={styles.name}>
      <TruncatedText text={name} to={to} />
      {pending && (
        <Tooltip text="Waiting to be sent to the server">
          <span className={styles.pending}>
            <CloudUpload aria-hidden="true" />
            <VisuallyHidden>Waiting to be sent</VisuallyHidden>
          </span>
        </Tooltip>
      )}
    </span>
  );
}
