import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import { useBackCloses } from '../hooks/use-hold.ts';
import { RootMark } from '../layout/root-mark.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the close button, the browser's Back and (unless `busy`) a click on the backdrop. */
  readonly onClose: () => void;
  /** The browser's Back, if it does not simply close the dialog. */
  readonly onBack?: (() => void) | undefined;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons, right-aligned; the main action last. */
  readonly footer?: ReactNode;
  /** small 440 px, medium 640 px, large 1,360 px. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Fills a phone's screen; a large one does. */
  readonly sheet?: boolean;
  /** While work that must not be abandoned runs, nothing closes the dialog, and Back does nothing. */
  readonly busy?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** Stays as it was while the dialog fades: what it asked about has often gone by then, and "Delete 0" would flash up. */
const WhileOpen = memo(
  ({ children }: { readonly isOpen: boolean; readonly children: ReactNode }) => children,
  (_before, { isOpen }) => !isOpen,
);

const TAKES_FOCUS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]';

/** Takes the focus where nothing in it does and it scrolls: the keyboard scrolls only what has the focus. */
function Body({ children }: { readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    const measure = () => {
      const isTall = element.scrollHeight > element.clientHeight + 1;
      if (isTall && element.querySelector(TAKES_FOCUS) === null) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(measure);
    for (const part of [element, ...element.children]) observer.observe(part);
    measure();
    return () => observer.disconnect();
  });
  return (
    <div ref={body} className={styles.body}>
      {children}
    </div>
  );
}

/** A modal dialog; its header and footer stay while the body scrolls. Created when it first opens: most never do. */
export function Dialog(props: DialogProps) {
  const [isCreated, setCreated] = useState(props.open);
  if (props.open && !isCreated) setCreated(true);
  return isCreated && <CreatedDialog {...props} />;
}

function CreatedDialog({
  open,
  onClose,
  onBack = onClose,
  title,
  description,
  children,
  footer,
  size = 'medium',
  sheet = size === 'large',
  busy = false,
  initialFocus,
}: DialogProps) {
  useBackCloses(open, () => {
    if (!busy) onBack();
  });
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={classNames(styles.popup, styles[size], sheet && styles.sheet)}
          {...(initialFocus && { initialFocus })}
        >
          <RootMark name="data-modal" />
          <WhileOpen isOpen={open}>
            <header className={styles.header}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
              )}
            </header>
            {children !== undefined && <Body>{children}</Body>}
            {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
          </WhileOpen>
          {/* Last, so that focus starts on the first field or on Cancel. */}
          <BaseDialog.Close className={styles.close} aria-label="Close" disabled={busy}>
            <X aria-hidden="true" />
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
