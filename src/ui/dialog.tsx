import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the close button and (unless `busy`) a click on the backdrop. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons, right-aligned; the main action last. */
  readonly footer?: ReactNode;
  /** small 440 px, medium 640 px, large 1,200 px; a large one fills a phone's screen. */
  readonly size?: 'small' | 'medium' | 'large';
  /** While work that must not be abandoned runs, nothing closes the dialog. */
  readonly busy?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** alertdialog for questions that must be answered. */
  readonly role?: 'dialog' | 'alertdialog';
}

/** A modal dialog; its header and footer stay while the body scrolls. */
export function Dialog({ open, onClose, title, description, children, footer, size = 'medium', busy = false, initialFocus, role = 'dialog' }: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={classNames(styles.popup, styles[size])} role={role} {...(initialFocus && { initialFocus })}>
          <header className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label="Close" disabled={busy}>
              <X aria-hidden="true" />
            </BaseDialog.Close>
            {description !== undefined && <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>}
          </header>
          {children !== undefined && <div className={styles.body}>{children}</div>}
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
