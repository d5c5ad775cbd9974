import { Progress } from '@base-ui/react/progress';
import { formatBytes, formatCount } from '../../../ui/texts/format.ts';
import type { ImportProgress } from '../../../../workers/api/worker-api.ts';
import styles from './progress-line.module.css';

/** How far the reading of a file, or the checking or writing of its rows, has come. */
export function ProgressLine({
  step: { done, total, unit },
  label,
}: {
  readonly step: ImportProgress;
  readonly label: 'Reading rows' | 'Importing rows';
}) {
  const text =
    unit === 'bytes'
      ? `${formatBytes(done)} of ${formatBytes(total)}`
      : `${formatCount(done)} of ${formatCount(total)}`;
  return (
    <Progress.Root
      className={styles.progress}
      value={done}
      max={total}
      getAriaValueText={() => (unit === 'bytes' ? text : `${text} rows`)}
    >
      <Progress.Label className={styles.label}>{unit === 'bytes' ? 'Reading the file' : label}</Progress.Label>
      <span className={styles.count} aria-hidden="true">
        {text}
      </span>
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={styles.bar} />
      </Progress.Track>
    </Progress.Root>
  );
}
