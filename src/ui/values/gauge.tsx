import { classNames } from '../layout/class-names.ts';
import styles from './gauge.module.css';
import { useValuesHidden } from '../app-state/values-visibility.ts';

export interface GaugeProps {
  readonly used: number;
  /** Null where it is not known: then no bar is drawn. */
  readonly limit: number | null;
  /** Whether more was used than is allowed: the bar is then full and red. */
  readonly isOver?: boolean;
}

/** The used part of a limit, as a bar beside its words. Hidden values hide its length too. */
export function Gauge({ used, limit, isOver = false }: GaugeProps) {
  const hidden = useValuesHidden();
  const part = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
  return (
    <span className={styles.track} aria-hidden="true">
      {!hidden && part > 0 && (
        <span
          className={classNames(styles.bar, isOver && styles.barOver)}
          style={{ inlineSize: `${isOver ? 100 : part}%` }}
        />
      )}
    </span>
  );
}
