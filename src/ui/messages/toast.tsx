import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useOwnTasks } from '../hooks/use-own-tasks.ts';
import styles from './toast.module.css';

const manager = Toast.createToastManager();

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** One thing to do about it, for example Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** 5 s by default; 10 s for an Undo; 0 stays until closed. */
  readonly timeoutMs?: number;
  readonly tone?: 'plain' | 'error';
  /** Called when it disappears for whatever reason: closed, timed out or removed. */
  readonly onClose?: () => void;
}

/** Shows a message that floats over the page; returns how to remove it. */
export function showToast({
  title,
  description,
  action,
  timeoutMs = 5000,
  tone = 'plain',
  onClose,
}: ToastMessage): () => void {
  const id = manager.add({
    title,
    ...(description !== undefined && { description }),
    ...(onClose && { onClose }),
    timeout: timeoutMs,
    type: tone,
    priority: tone === 'error' ? 'high' : 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.onClick();
          manager.close(id);
        },
      },
    }),
  });
  return () => {
    manager.close(id);
  };
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-tone={toast.type} data-toast>
      <Toast.Content className={styles.content}>
        <div className={styles.text}>
          <Toast.Title className={styles.title} render={<p />} />
          <Toast.Description className={styles.description} render={<p />} />
        </div>
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label="Close">
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/**
 * Where toasts appear; mounted once by the app. A portal draws once more as soon as it is mounted, before anything is
 * shown: it waits for the first screen, and the provider keeps what is said until then.
 */
export function ToastRegion() {
  const isShown = useOwnTasks(1) === 1;
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {isShown && (
        <Toast.Portal>
          <Toast.Viewport className={styles.viewport}>
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      )}
    </Toast.Provider>
  );
}
