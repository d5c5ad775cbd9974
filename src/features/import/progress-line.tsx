import { Progress } from '@base-ui/react/progress';
import { formatCount } from '../../ui/format.ts';
import type { ImportProgress } from '../../../workers/worker-api.ts';
import styles from './progress-line.module.css';

/** How far the reading or writing of rows has come. */
export function ProgressLine({ step, label }: { readonly step: ImportProgress; readonly label: 'Reading rows' | 'Importing rows' }) {
  return (
    <Progress.Root className={styles.progress} value={step.done} max={step.total} getAriaValueText={() => `${step.done} of ${step.total} rows`}>
      <Progress.Label className={styles.label}>{label}</Progress.Label>
      <span className={styles.count} aria-hidden="true">
        {formatCount(step.done)} of {formatCount(step.total)}
      </span>
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={styles.bar} />
      </Progress.Track>
    </Progress.Root>
  );
}
