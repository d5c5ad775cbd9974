import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import styles from './file-zone.module.css';

export interface FileZoneProps {
  readonly label: string;
  /** Beside the label, lighter. */
  readonly note: ReactNode;
  /** What the picker offers; a dropped file may be anything. */
  readonly accept: string;
  /** The id of a further explanation. */
  readonly describedBy?: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File | null) => void;
}

/** Beside a zone's label where files can be dragged, which a finger cannot do; followed by `children`. */
export function DropWords({ children }: { readonly children?: ReactNode }) {
  return <span className={styles.drop}>or drop it here{children}</span>;
}

/** A file picker that also takes a dropped file; the input lies over the whole zone, so a click anywhere opens it. */
export function FileZone({ label, note, accept, describedBy, disabled = false, onFile }: FileZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFile(event.dataTransfer.files.item(0));
  };
  return (
    <div
      className={classNames(styles.zone, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <FileUp aria-hidden="true" />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span id={`${id}-note`} className={styles.or}>
        {note}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        className={styles.input}
        aria-describedby={describedBy === undefined ? `${id}-note` : `${id}-note ${describedBy}`}
        disabled={disabled}
        onChange={(event) => {
          onFile(event.target.files?.item(0) ?? null);
          // The same file can be chosen again after it was corrected on disk.
          event.target.value = '';
        }}
      />
    </div>
  );
}
