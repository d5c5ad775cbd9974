import styles from './spinner.module.css';

/** A small turning ring inside a busy control; decorative, the control itself says what it does. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
