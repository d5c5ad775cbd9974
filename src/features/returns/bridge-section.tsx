import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { BRIDGE_LABELS, BRIDGE_PARTS, type BridgePart } from '../../../domain/returns/answers/bridge.ts';
import type { BridgeAmounts } from '../../../domain/returns/answers/returns-view.ts';
import type { ReturnsAnswer, ReturnsLinesRequest } from '../../../workers/api/worker-api.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { addedBy, BridgeFigure, isPayment, isValue } from './bridge-figure.tsx';
import { BridgeLines, type LineNames } from './bridge-lines.tsx';
import styles from './returns.module.css';

interface Bar {
  readonly part: BridgePart;
  /** What the part adds, negative where it subtracts. */
  readonly amount: number;
  /** Where the bar begins and ends on the scale of values. */
  readonly from: number;
  readonly to: number;
}

/** Each part on top of the previous ones; the closing value starts from zero again. */
export function barsOf(bridge: BridgeAmounts): readonly Bar[] {
  let reached = 0;
  return BRIDGE_PARTS.map((part) => {
    const amount = addedBy(part, bridge[part]);
    const from = part === 'closing' ? 0 : reached;
    // Only the picture is made of this: the figures beside it are those of the bridge.
    const to = from + amount;
    reached = to;
    return { part, amount, from, to };
  });
}

export interface BridgeSectionProps {
  readonly view: ReturnsAnswer;
  readonly request: Omit<ReturnsLinesRequest, 'part'>;
  readonly names: LineNames;
}

/** From the opening to the closing value; each bar opens to its rows. */
export function BridgeSection({ view, request, names }: BridgeSectionProps) {
  const [open, setOpen] = useState<BridgePart | null>(null);
  const { bridge, sumOfParts } = view;
  return (
    <section className={styles.section} aria-labelledby="bridge-title">
      <h2 id="bridge-title">From opening to closing value</h2>
      {bridge === null ? (
        <p className={styles.note}>A price or rate is missing, so the parts cannot be worked out.</p>
      ) : (
        <>
          <ul className={styles.bridge}>
            {barsOf(bridge).map((bar) => (
              <BridgeBar
                key={bar.part}
                bar={bar}
                stated={bridge[bar.part]}
                bounds={boundsOf(barsOf(bridge))}
                isOpen={open === bar.part}
                onToggle={() => setOpen(open === bar.part ? null : bar.part)}
              >
                <BridgeLines request={{ ...request, part: bar.part }} names={names} total={bridge[bar.part]} />
              </BridgeBar>
            ))}
          </ul>
          <p className={styles.sum}>
            Sum of parts = closing: <HiddenMoney value={sumOfParts} /> = <HiddenMoney value={bridge.closing} />
          </p>
          <p className={styles.note}>
            Realised is the amount by which sales exceeded the opening value, or the cost of later purchases. The gain
            for tax is another figure: see Capital Gains.
          </p>
        </>
      )}
    </section>
  );
}

function boundsOf(bars: readonly Bar[]): { readonly low: number; readonly high: number } {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  return { low: Math.min(0, ...ends), high: Math.max(0, ...ends) };
}

function BridgeBar({
  bar: { part, amount, from, to },
  stated,
  bounds: { low, high },
  isOpen,
  onToggle,
  children,
}: {
  readonly bar: Bar;
  /** The part's amount as the bridge has it. */
  readonly stated: number;
  readonly bounds: { readonly low: number; readonly high: number };
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: React.ReactNode;
}) {
  const hidden = useValuesHidden();
  const size = high - low || 1;
  const place = {
    '--start': `${((Math.min(from, to) - low) / size) * 100}%`,
    '--size': `${(Math.abs(to - from) / size) * 100}%`,
  } as CSSProperties;
  const gained = amount < 0 ? styles.down : styles.up;
  const tone = isValue(part) ? styles.total : isPayment(part) ? styles.payment : gained;
  return (
    <li>
      <button type="button" className={styles.bar} aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRight size={16} aria-hidden="true" />
        <span className={styles.barLabel}>{BRIDGE_LABELS[part]}</span>
        {/* The shape would reveal the figures. */}
        <span className={styles.track} aria-hidden="true">
          {!hidden && amount !== 0 && <span className={classNames(styles.fill, tone)} style={place} />}
        </span>
        <span className={styles.barAmount}>
          <BridgeFigure part={part} amount={stated} />
        </span>
      </button>
      {isOpen && <div className={styles.lines}>{children}</div>}
    </li>
  );
}
