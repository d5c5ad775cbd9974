import { PendingMark } from './pending-mark.tsx';
import styles from './record-name.module.css';
import { TruncatedText } from '../controls/truncated-text.tsx';

export interface RecordNameProps {
  /** The record's id. */
  readonly id: string;
  readonly name: string;
  /** Where the record is opened; without it the name is no link. */
  readonly to?: string;
  /** It has changes that the server does not have yet. */
  readonly pending: boolean;
}

/** A row's name, with a mark while its changes wait to be sent. */
export function RecordName({ id, name, to, pending }: RecordNameProps) {
  return (
    <span className={styles.name}>
      {to === undefined ? (
        <TruncatedText text={name} className={styles.whole ?? ''} />
      ) : (
        <TruncatedText text={name} to={to} />
      )}
      {pending && <PendingMark recordId={id} />}
    </span>
  );
}
