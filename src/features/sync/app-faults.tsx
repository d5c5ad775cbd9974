import { format } from 'date-fns/format';
import { useAppFaults } from '../../ui/app-state/app-faults.ts';
import styles from './sync.module.css';

/** The app's own errors since it was opened, to be passed on; nothing where there were none. */
export function AppFaults() {
  const { faults } = useAppFaults();
  if (faults.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Errors in the app">
      <h2>Errors in the app</h2>
      <p className={styles.muted}>
        Something went wrong in the app since you opened it. Your saved records are kept. If it happens again, send
        these lines to the person who runs your server.
      </p>
      <ul>
        {faults.map(({ at, name, place }, index) => (
          <li key={index}>
            {format(at, 'HH:mm:ss')} {name}
            {place !== '' && ` in ${place}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
