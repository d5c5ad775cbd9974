import styles from './updating-note.module.css';

/**
 * Says beside stored figures that they are being computed again: in a line that is there anyway, so that nothing moves
 * when it comes and goes.
 */
export function UpdatingNote({ active }: { readonly active: boolean }) {
  return (
    <span role="status" className={styles.note}>
      {active && 'Updating…'}
    </span>
  );
}
