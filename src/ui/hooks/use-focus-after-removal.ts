import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus once a record has left the list: the button that deleted it is removed with its row. Returns a
 * function for the record that is about to be removed, or null when it stays.
 */
export function useFocusAfterRemoval(
  records: readonly { readonly id: string }[],
  to: RefObject<HTMLElement | null>,
): (id: string | null) => void {
  const going = useRef<string | null>(null);
  useEffect(() => {
    if (going.current === null || records.some(({ id }) => id === going.current)) return;
    going.current = null;
    to.current?.focus();
  }, [records, to]);
  return (id) => {
    going.current = id;
  };
}
