import styles from './updating-note.module.css';

/** Says beside stored figures that they are being computed again. */
export function UpdatingNote({ active }: { readonly active: boolean }) {
  return (
    <p role="status" className={styles.note}>
      {active && 'Updating…'}
    </p>
  );
}
