import styles from './updating-note.module.css';

/** Says beside figures of the last time that they are being computed anew. */
export function UpdatingNote({ active }: { readonly active: boolean }) {
  return (
    <p role="status" className={styles.note}>
      {active && 'Updating…'}
    </p>
  );
}
