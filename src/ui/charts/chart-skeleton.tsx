import styles from './chart.module.css';
import { SkeletonBlock } from '../layout/skeleton.tsx';

/** Keeps the place of a line chart while it is being computed or its code is loading. */
export function ChartSkeleton() {
  return (
    <div className={styles.chart}>
      <SkeletonBlock lines={7} text="Loading chart..." />
    </div>
  );
}
