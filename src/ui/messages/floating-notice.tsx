import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';
import styles from './floating-notice.module.css';

export interface FloatingNoticeProps {
  readonly title: string;
  readonly text: string;
  /** Without it there is no button. */
  readonly actionLabel?: string;
  readonly onAction?: () => void;
  /** Without it the message stays until it no longer applies. */
  readonly onClose?: () => void;
  /** `urgent` is announced at once. */
  readonly tone?: 'plain' | 'urgent';
}

/** One permanent message over the page, with at most one action; for what must not time out. */
export function FloatingNotice({ title, text, actionLabel, onAction, onClose, tone = 'plain' }: FloatingNoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'urgent' ? 'alert' : 'status'}>
      <div className={styles.text}>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {onAction && (
        <Button variant="primary" size="small" onClick={onAction}>
          {actionLabel}
        </Button>
      )}
      {onClose && (
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      )}
    </div>
  );
}
