import { type ReactNode, useState } from 'react';

export interface LazyDetailsProps {
  /** The button that opens it. */
  readonly summary: ReactNode;
  /** Its name for screen readers, where several on a screen read alike. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a screen that is closed at first, and drawn only while it is open. */
export function LazyDetails({ summary, label, className, children }: LazyDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={className}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
      }}
    >
      <summary aria-label={label}>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
