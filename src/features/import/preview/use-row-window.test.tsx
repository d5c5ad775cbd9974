import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRowWindow } from './use-row-window.ts';

type Read = (offset: number, limit: number) => Promise<readonly string[]>;

/** A reading that is answered when the test says so. */
function reading(): { readonly read: Read; readonly answer: (rows: readonly string[]) => void } {
  let answer: (rows: readonly string[]) => void = () => undefined;
  const rows = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  return { read: () => rows, answer };
}

it('keeps the rows in place while changed ones are read, and none of another list', async () => {
  const [first, corrected, others] = [reading(), reading(), reading()];
  const { result, rerender } = renderHook(
    ({ list, read }: { readonly list: string; readonly read: Read }) => useRowWindow(list, read, 0, 1),
    { initialProps: { list: 'all', read: first.read } },
  );
  const rows = () => [result.current.rowAt(0), result.current.rowAt(1)];
  expect(rows()).toEqual([undefined, undefined]);
  first.answer(['one', 'two']);
  await waitFor(() => expect(rows()).toEqual(['one', 'two']));
  rerender({ list: 'all', read: corrected.read });
  expect(rows()).toEqual(['one', 'two']);
  corrected.answer(['one', 'corrected']);
  await waitFor(() => expect(rows()).toEqual(['one', 'corrected']));
  rerender({ list: 'errors', read: others.read });
  expect(rows()).toEqual([undefined, undefined]);
  others.answer(['three', 'four']);
  await waitFor(() => expect(rows()).toEqual(['three', 'four']));
});
