import { memo } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../layout/class-names.ts';
import { Tooltip } from './tooltip.tsx';
import styles from './truncated-text.module.css';

/** Characters kept at the end: where fund names differ ('… Acc', '… Inc GBP'). */
const TAIL = 9;
/** The longest last word that is kept whole although it is longer. */
const LAST_WORD = 12;
/** Shorter names nearly always fit, and lose their end where they do not. */
const SHORT = 18;

export interface TruncatedTextProps {
  readonly text: string;
  /** Makes it a link. */
  readonly to?: string;
  readonly className?: string;
}

/** Where the kept end of a name begins: before its last words, and only in a long last word within it. */
export function tailStart(text: string): number {
  const space = text.indexOf(' ', text.length - TAIL - 1);
  if (space !== -1) return space + 1;
  const word = text.lastIndexOf(' ') + 1;
  return text.length - word <= LAST_WORD ? word : text.length - TAIL;
}

/** A name on one line whose middle is cut when there is no room; all of it shows on hover and focus. */
export const TruncatedText = memo(function TruncatedText({ text, to, className }: TruncatedTextProps) {
  const names = classNames(
    text.length <= SHORT ? styles.short : styles.text,
    to !== undefined && styles.link,
    className,
  );
  const cut = tailStart(text);
  const content =
    text.length <= SHORT ? (
      text
    ) : (
      <>
        <span className={styles.head}>{text.slice(0, cut)}</span>
        <span className={styles.tail}>{text.slice(cut)}</span>
      </>
    );
  const element =
    to === undefined ? (
      <span className={names}>{content}</span>
    ) : (
      <Link to={to} className={names} aria-label={text}>
        {content}
      </Link>
    );
  return <Tooltip text={text}>{element}</Tooltip>;
});
