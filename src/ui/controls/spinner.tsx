import styles from './spinner.module.css';

/** A small turning ring inside a control that is at work; decorative, the control itself says what it does. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
