import styles from './skeleton.module.css';
import { useDelayed } from '../hooks/use-delayed.ts';

/** A grey bar in place of text that is still loading. */
export function Skeleton({ width = '8ch' }: { readonly width?: string }) {
  return <span className={styles.bar} style={{ inlineSize: width }} aria-hidden="true" />;
}

/** Rows that keep a table's layout while it loads; they appear after 150 ms so that quick reads do not flicker. */
export function SkeletonRows({
  columns,
  rows = 8,
  text = 'Loading...',
}: {
  readonly columns: number;
  readonly rows?: number;
  readonly text?: string;
}) {
  const late = useDelayed(true);
  if (!late) return null;
  return (
    <>
      <tr role="row">
        <td role="cell" colSpan={columns} className={styles.cell}>
          <span role="status">{text}</span>
        </td>
      </tr>
      {Array.from({ length: rows }, (_, index) => (
        <tr key={index} aria-hidden="true">
          <td colSpan={columns} className={styles.cell}>
            <Skeleton width={`${94 - ((index * 17) % 40)}%`} />
          </td>
        </tr>
      ))}
    </>
  );
}

/** The same for a block of text or a form. */
export function SkeletonBlock({ lines = 4, text = 'Loading...' }: { readonly lines?: number; readonly text?: string }) {
  const late = useDelayed(true);
  if (!late) return <div className={styles.block} aria-busy="true" />;
  return (
    <div className={styles.block} aria-busy="true">
      <p role="status">{text}</p>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={`${90 - ((index * 23) % 45)}%`} />
      ))}
    </div>
  );
}
