import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../layout/class-names.ts';
import styles from './icon-button.module.css';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Stays focusable and keeps its tooltip, which says why it cannot be used. */
  readonly disabled?: boolean;
  /** What it does, where the name alone does not say so; the tooltip says it after the name. */
  readonly description?: string;
  /** Why it cannot be used; the tooltip then says this instead of the name. */
  readonly reason?: string | undefined;
  readonly loading?: boolean;
  readonly pressed?: boolean;
  /** For a button that opens what `controls` names. */
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly tone?: 'plain' | 'primary' | 'danger';
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon, named by its tooltip. */
export function IconButton({
  label,
  icon,
  onClick,
  disabled = false,
  description,
  reason,
  loading = false,
  pressed,
  expanded,
  controls,
  tone = 'plain',
  className,
  ref,
}: IconButtonProps) {
  const inert = disabled || loading;
  return (
    <Tooltip text={reason ?? (description === undefined ? label : `${label}. ${description}`)}>
      <button
        ref={ref}
        type="button"
        className={classNames(styles.button, styles[tone], className)}
        aria-label={label}
        aria-description={reason ?? description}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-controls={controls}
        aria-disabled={inert || undefined}
        aria-busy={loading || undefined}
        onClick={(event) => {
          if (!inert) onClick?.(event);
        }}
      >
        {loading ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}

/** A link with the look of an icon button: it goes somewhere instead of doing something. */
export function IconLink({
  label,
  icon,
  to,
  tone = 'plain',
}: Pick<IconButtonProps, 'label' | 'icon' | 'tone'> & { readonly to: string }) {
  return (
    <Tooltip text={label}>
      <Link to={to} className={classNames(styles.button, styles[tone])} aria-label={label}>
        {icon}
      </Link>
    </Tooltip>
  );
}
