import { type RefObject, useEffect, useRef } from 'react';

/** The result of a removal; null where it broke off. */
type Result = { readonly ok: boolean } | null;

/**
 * Moves the focus once a record has left the list: the button that deleted it is removed with its row. Returns a
 * function that removes a record by calling `remove`, and resolves to the result of that.
 */
export function useFocusAfterRemoval(
  records: readonly { readonly id: string }[],
  to: RefObject<HTMLElement | null>,
): <R extends Result>(id: string, remove: () => Promise<R>) => Promise<R> {
  const going = useRef<string | null>(null);
  useEffect(() => {
    if (going.current === null || records.some(({ id }) => id === going.current)) return;
    going.current = null;
    to.current?.focus();
  }, [records, to]);
  return async (id, remove) => {
    going.current = id;
    const result = await remove();
    if (result?.ok !== true) going.current = null;
    return result;
  };
}
