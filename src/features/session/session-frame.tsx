import { type ReactNode, useEffect } from 'react';
import { Banner } from '../../ui/messages/banner.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
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

/** Takes the focus when it appears in place of a form that had it. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}

/** In place of a form that was sent: what was done, and the way on. */
export function ContinueToSignIn({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Banner tone="success" title="Success!">
        {children}
      </Banner>
      <ButtonLink to="/login" variant="primary" size="main" fullWidth ref={focusWhenShown}>
        Continue to Sign In
      </ButtonLink>
    </>
  );
}
