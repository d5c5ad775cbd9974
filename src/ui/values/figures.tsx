import type { CSSProperties } from 'react';
import { classNames } from '../layout/class-names.ts';
import { formatDate, typedDate } from '../texts/date-text.ts';
import styles from './figures.module.css';
import {
  type Figure,
  type FigureParts,
  formatPercent,
  MASK,
  type MoneyFormat,
  moneyParts,
  quantityParts,
  signOf,
} from '../texts/format.ts';
import { useValuesHidden } from '../app-state/values-visibility.ts';

/** Shown for a missing figure. */
const ABSENT = '-';

function toneClass(figure: Figure, tone: boolean): string | undefined {
  if (!tone) return undefined;
  const sign = signOf(figure);
  if (sign === 0) return undefined;
  return sign > 0 ? styles.gain : styles.loss;
}

/** A figure in pieces. */
export function Pieces({
  parts,
  tone,
  align,
  suffix = '',
}: {
  readonly parts: FigureParts;
  readonly tone?: string | undefined;
  readonly align?: number | undefined;
  /** A unit behind the figure. */
  readonly suffix?: string | undefined;
}) {
  // Figures of differing decimals align on the point when each fraction is in a box of the same width; a unit takes none of it.
  const isBoxed = align !== undefined && (align > 0 || suffix !== '');
  const box = isBoxed ? ({ '--places': align } as CSSProperties) : undefined;
  return (
    <span className={classNames(styles.figure, tone)}>
      {parts.sign}
      {parts.unit !== '' && <span className={styles.unit}>{parts.unit}</span>}
      {parts.whole}
      {(parts.fraction !== '' || suffix !== '' || box) && (
        <span className={box && styles.fraction} style={box}>
          {parts.fraction}
          {suffix !== '' && <span className={styles.unit}>&nbsp;{suffix}</span>}
        </span>
      )}
    </span>
  );
}

export interface MoneyProps extends MoneyFormat {
  /** A record's number or exact decimal text; null shows '-'. */
  readonly value: Figure | null | undefined;
  /** Colours gains and losses, and writes the + of a gain: never colour alone. */
  readonly tone?: boolean;
}

/** An amount of money, £ lighter than the figure. */
export function Money({ value, tone = false, places, currency, sign }: MoneyProps) {
  if (value === null || value === undefined) return ABSENT;
  const parts = moneyParts(value, {
    ...(places !== undefined && { places }),
    ...(currency !== undefined && { currency }),
    sign: sign ?? (tone ? 'always' : 'negative'),
  });
  return <Pieces parts={parts} tone={toneClass(value, tone)} />;
}

export interface HiddenMoneyProps extends MoneyProps {
  /** '••••••' on the lists, '****' on the dashboard. */
  readonly mask?: string;
}

/** Money that obeys the values button (000 §4.3). */
export function HiddenMoney({ mask = MASK, ...money }: HiddenMoneyProps) {
  const hidden = useValuesHidden();
  if (!hidden) return <Money {...money} />;
  return <span className={styles.mask}>{mask}</span>;
}

export interface QuantityProps {
  readonly value: Figure | null | undefined;
  readonly places?: number;
  /** Decimals of the column's longest figure: aligns the column on the decimal point. */
  readonly alignPlaces?: number;
  /** 'oz' behind a commodity's quantity. */
  readonly unit?: string;
}

/** A number of units, shares or ounces. */
export function Quantity({ value, places = 6, alignPlaces, unit }: QuantityProps) {
  if (value === null || value === undefined) return ABSENT;
  return <Pieces parts={quantityParts(value, places)} align={alignPlaces} suffix={unit} />;
}

export interface PercentProps {
  /** A percent number: 12.5 means 12.5 %. */
  readonly value: Figure | null | undefined;
  readonly places?: number;
  readonly tone?: boolean;
  /** Shown for null; 'N/A' by the dashboard's rule. */
  readonly absent?: string;
}

export function Percent({ value, places = 2, tone = false, absent = 'N/A' }: PercentProps) {
  if (value === null || value === undefined) return absent;
  return (
    <span className={classNames(styles.figure, toneClass(value, tone))}>
      {formatPercent(value, places, tone ? 'always' : 'negative')}
    </span>
  );
}

/** A day as `3 Mar 2024` or, where the specification has it in numbers, as `03/03/2024`. */
export function DateText({
  value,
  inNumbers = false,
}: {
  readonly value: string | null | undefined;
  readonly inNumbers?: boolean;
}) {
  if (value === null || value === undefined || value === '') return ABSENT;
  return (
    <time className={styles.figure} dateTime={value}>
      {inNumbers ? typedDate(value) : formatDate(value)}
    </time>
  );
}
