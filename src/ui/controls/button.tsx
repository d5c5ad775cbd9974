import { useState, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from '../layout/class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'success' | 'outline';
export type ButtonSize = 'main' | 'section' | 'small';

interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly fullWidth?: boolean;
  /** A lucide icon in front of the text. */
  readonly icon?: ReactNode;
}

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner; clicks are ignored but focus stays. */
  readonly loading?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

function lookClass({ variant = 'secondary', size = 'section', fullWidth = false }: ButtonLook): string | undefined {
  return classNames(styles.button, styles[variant], styles[size], fullWidth && styles.fullWidth);
}

/** The action button of 000 §2.7. A click while disabled or loading is ignored. While loading it is no narrower than when pressed. */
export function Button({
  variant,
  size,
  fullWidth,
  icon,
  loading = false,
  disabled = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = lookClass({ ...(variant && { variant }), ...(size && { size }), ...(fullWidth && { fullWidth }) });
  const [pressedWidth, setPressedWidth] = useState(0);
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled || loading) {
      event.preventDefault();
      return;
    }
    setPressedWidth(event.currentTarget.offsetWidth);
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(look, className)}
      disabled={disabled && !loading}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      style={loading ? { minInlineSize: pressedWidth } : undefined}
      onClick={handleClick}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** An inert link reads as disabled text, for example Cancel while a form is sent. */
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button: it goes somewhere instead of doing something. */
export function ButtonLink({ to, children, icon, className, disabled = false, ref, ...look }: ButtonLinkProps) {
  const names = classNames(lookClass(look), className);
  if (disabled) {
    return (
      <a role="link" aria-disabled="true" className={names}>
        {icon}
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={names} ref={ref}>
      {icon}
      {children}
    </Link>
  );
}
