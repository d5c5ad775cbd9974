import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import type { AllocationProps } from './allocation-words.ts';
import styles from './dashboard.module.css';

const AllocationBars = lazy(async () => ({ default: (await import('./allocation-bars.tsx')).AllocationBars }));

/** A drawn picture of the table below: current share against target. Shares are no amounts, so they stay when values are hidden. */
export function AllocationSection({ rows, byCost }: AllocationProps) {
  return (
    <section className={styles.picture} aria-labelledby="allocation-title">
      <h2 id="allocation-title">{byCost ? 'Share of cost against target' : 'Current against target'}</h2>
      <div className={styles.bars} style={{ blockSize: `${rows.length * 32 + 24}px` }}>
        <Suspense fallback={<SkeletonBlock lines={3} text="Loading chart..." />}>
          <AllocationBars rows={rows} byCost={byCost} />
        </Suspense>
      </div>
      {byCost && <p className={styles.note}>No security has a price yet, so each bar is the share of what was paid.</p>}
    </section>
  );
}
