import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { tellFault } from '../app-state/app-faults.ts';
import { Button } from '../controls/button.tsx';
import styles from './print-button.module.css';
import { showToast } from './toast.tsx';

export interface PrintButtonProps<T> {
  readonly label: string;
  /** Reads the content to print; null while there is none. */
  readonly read: (() => Promise<T>) | null;
  /** The document; its amounts are printed even while the screen hides them. */
  readonly children: (data: T) => ReactNode;
  /** Shown when `read` fails. */
  readonly failure: string;
}

/** Prints a document of its own in place of the screen. */
export function PrintButton<T>({ label, read, children, failure }: PrintButtonProps<T>) {
  const [printed, setPrinted] = useState<{ readonly data: T } | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (printed === null) return undefined;
    const done = () => {
      setPrinted(null);
    };
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      window.removeEventListener('afterprint', done);
    };
  }, [printed]);

  const print = async () => {
    if (read === null) return;
    setBusy(true);
    try {
      setPrinted({ data: await read() });
    } catch (error) {
      tellFault(error);
      showToast({ title: failure, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        icon={<Printer size={16} aria-hidden="true" />}
        loading={busy}
        disabled={read === null}
        onClick={() => void print()}
      >
        {label}
      </Button>
      {printed !== null &&
        createPortal(
          <div data-print className={styles.document}>
            {children(printed.data)}
          </div>,
          document.body,
        )}
    </>
  );
}
