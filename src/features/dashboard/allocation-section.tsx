import { lazy, Suspense } from 'react';
import type { AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import styles from './dashboard.module.css';

const AllocationBars = lazy(async () => ({ default: (await import('./allocation-bars.tsx')).AllocationBars }));

/** A drawn picture of the table below: current share against target. Shares are no amounts, so they stay when values are hidden. */
export function AllocationSection({ rows }: { readonly rows: readonly AssetClassSummary[] }) {
  return (
    <section className={styles.picture} aria-labelledby="allocation-title">
      <h2 id="allocation-title">Current against target</h2>
      <div className={styles.bars} style={{ blockSize: `${rows.length * 32 + 24}px` }}>
        <Suspense fallback={<SkeletonBlock lines={3} text="Loading chart..." />}>
          <AllocationBars rows={rows} />
        </Suspense>
      </div>
    </section>
  );
}
