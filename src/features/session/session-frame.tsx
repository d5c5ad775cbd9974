import { type ReactNode, useEffect } from 'react';
import styles from './session-frame.module.css';

export interface SessionFrameProps {
  readonly heading: string;
  readonly intro?: string;
  readonly children: ReactNode;
  /** The links below the form. */
  readonly links?: ReactNode;
}

/** The column that the four public pages share. */
export function SessionFrame({ heading, intro, children, links }: SessionFrameProps) {
  useEffect(() => {
    document.title = `${heading} · Holdfast`;
  }, [heading]);
  return (
    <div className={styles.frame}>
      <h1>{heading}</h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
      {links !== undefined && <div className={styles.links}>{links}</div>}
    </div>
  );
}

/** A form with its fields in one column; our own messages replace the browser's. */
export function SessionForm({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
