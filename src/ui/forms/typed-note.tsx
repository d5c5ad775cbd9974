import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './typed-note.module.css';

/** After the last key. */
const PAUSE_MS = 300;

export interface TypedNoteProps<T> {
  /** What was typed, plain data; null while it is not complete. */
  readonly typed: T | null;
  /** The sentence about it, or null. A failure shows nothing: the note stops nobody from saving. */
  readonly ask: (typed: T) => Promise<string | null>;
}

/** What may be wrong with typed figures, below their fields. */
export function TypedNote<T>({ typed, ask }: TypedNoteProps<T>) {
  const key = typed === null ? null : JSON.stringify(typed);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly note: string | null } | null>(null);
  const askLatest = useEffectEvent(async () => (typed === null ? null : await ask(typed).catch(() => null)));
  useEffect(() => {
    if (key === null) return undefined;
    let stopped = false;
    const timer = setTimeout(() => {
      void askLatest().then((note) => {
        if (!stopped) setAnswer({ key, note });
      });
    }, PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [key]);
  const note = answer?.key === key ? answer.note : null;
  if (note === null) return null;
  return (
    <p className={styles.note} role="status">
      <TriangleAlert aria-hidden="true" />
      <span>{note}</span>
    </p>
  );
}
