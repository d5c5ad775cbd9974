import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useValuesHidden } from '../app-state/values-visibility.ts';
import styles from './typed-note.module.css';

/** After the last key; a note on each digit would be read aloud between them. */
const PAUSE_MS = 700;

export interface TypedNoteProps<T> {
  /** Ties the note to its fields: their `describedBy`. */
  readonly id: string;
  /** What was typed, plain data; null while it is not complete. */
  readonly typed: T | null;
  /**
   * The sentence about it, or null; while values are hidden, one that states none. A failure shows nothing: the note
   * stops nobody from saving.
   */
  readonly ask: (typed: T, areValuesHidden: boolean) => Promise<string | null>;
}

/** What may be wrong with typed figures, below their fields. */
export function TypedNote<T>({ id, typed, ask }: TypedNoteProps<T>) {
  const hidden = useValuesHidden();
  const key = typed === null ? null : JSON.stringify([typed, hidden]);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly note: string | null } | null>(null);
  const askLatest = useEffectEvent(async () => (typed === null ? null : await ask(typed, hidden).catch(() => null)));
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
    <p id={id} className={styles.note} role="status">
      <TriangleAlert aria-hidden="true" />
      <span>{note}</span>
    </p>
  );
}
