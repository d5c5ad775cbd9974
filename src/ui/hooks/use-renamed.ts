import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** The present id of a record; the same where it was never given another. */
export const CurrentIdContext = createContext<(id: string) => Promise<string>>(async (id) => id);

/**
 * Follows the record of a choice: a server may have given it another id since. `value` is the chosen id, empty when
 * nothing is chosen; `options` are the present choices; `onRenamed` is called with the new id among them.
 */
export function useRenamed(
  value: string,
  options: readonly { readonly value: string }[],
  onRenamed: (id: string) => void,
): void {
  const currentId = useContext(CurrentIdContext);
  const lost = value !== '' && options.length > 0 && !options.some((option) => option.value === value);
  const follow = useEffectEvent((id: string) => {
    if (id !== value && options.some((option) => option.value === id)) onRenamed(id);
  });
  useEffect(() => {
    if (!lost) return undefined;
    let stopped = false;
    currentId(value).then(
      (id) => {
        if (!stopped) follow(id);
      },
      // The choice stays as it is, and the form asks for another.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [lost, value, currentId]);
}
