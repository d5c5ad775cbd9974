import { Progress } from '@base-ui/react/progress';
import { formatCount } from '../../ui/format.ts';
import type { ImportStep } from './import-entity.ts';
import styles from './import-progress.module.css';

/** How far the writing of rows has come. */
export function ImportProgress({ step }: { readonly step: ImportStep }) {
  return (
    <Progress.Root className={styles.progress} value={step.done} max={step.total} getAriaValueText={() => `${step.done} of ${step.total} rows`}>
      <Progress.Label className={styles.label}>Importing rows</Progress.Label>
      <span className={styles.count} aria-hidden="true">
        {formatCount(step.done)} of {formatCount(step.total)}
      </span>
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={styles.bar} />
      </Progress.Track>
    </Progress.Root>
  );
}
