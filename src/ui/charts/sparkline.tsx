import styles from './sparkline.module.css';

/** In pixels; the line and its end keep inside. */
const WIDTH = 64;
const HEIGHT = 16;
const MARGIN = 2;

export interface SparklineProps {
  /** Where each point stands from left to right, growing, and how high. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** What the line shows, in words and figures. */
  readonly text: string;
}

/** A line without axes, as wide as a few words: the course of a figure at a glance. */
export function Sparkline({ points, text }: SparklineProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const heights = points.map(({ y }) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const left = (x: number): number => round(MARGIN + ((x - first.x) / (last.x - first.x || 1)) * (WIDTH - 2 * MARGIN));
  // A figure that never changes runs through the middle.
  const top = (y: number): number =>
    round(high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((y - low) / (high - low)) * (HEIGHT - 2 * MARGIN));
  return (
    <svg className={styles.sparkline} width={WIDTH} height={HEIGHT} role="img" aria-label={text}>
      <polyline points={points.map(({ x, y }) => `${left(x)},${top(y)}`).join(' ')} />
      <circle cx={left(last.x)} cy={top(last.y)} r={MARGIN} />
    </svg>
  );
}

/** As much room as a line takes, while its points are read. */
export function SparklinePlace() {
  return <svg className={styles.sparkline} width={WIDTH} height={HEIGHT} aria-hidden="true" />;
}

/** Tenths of a pixel are finer than anybody sees. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
