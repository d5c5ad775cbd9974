import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from '../layout/class-names.ts';

export type BannerTone = 'error' | 'success' | 'warning' | 'info';

const ICONS = { error: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info } as const;

export interface BannerProps {
  readonly tone: BannerTone;
  /** 'Error!', 'Success!'. */
  readonly title?: string;
  readonly children?: ReactNode;
  /** Buttons or links at the end, for example Retry. */
  readonly actions?: ReactNode;
}

/** A message in the page: what happened, what was kept, what to do. Errors are announced at once, the rest politely. */
export function Banner({ tone, title, children, actions }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles.banner, styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className={styles.text}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
