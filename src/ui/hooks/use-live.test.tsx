import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useLive } from './use-live.ts';

/** A source whose reads end when the test says so. */
function makeSource() {
  const listeners = new Set<() => void>();
  const reads: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = [];
  return {
    reads,
    read: () => new Promise<string>((resolve, reject) => reads.push({ resolve, reject })),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: () => {
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

afterEach(cleanup);

describe('useLive', () => {
  it('joins changes that come while it reads into one more read', async () => {
    const source = makeSource();
    const { result } = renderHook(() => useLive(source.read, source.subscribe, []));
    expect(result.current.loading).toBe(true);
    act(source.change);
    act(source.change);
    await act(async () => source.reads[0]?.resolve('first'));
    expect(result.current).toMatchObject({ data: 'first', loading: false });
    expect(source.reads).toHaveLength(2);
    await act(async () => source.reads[1]?.resolve('second'));
    expect(result.current.data).toBe('second');
    expect(source.reads).toHaveLength(2);
  });

  it('drops the answer to an older question and keeps the last data meanwhile', async () => {
    const source = makeSource();
    const { result, rerender } = renderHook(({ page }) => useLive(source.read, source.subscribe, [page]), {
      initialProps: { page: 1 },
    });
    await act(async () => source.reads[0]?.resolve('page 1'));
    rerender({ page: 2 });
    expect(result.current).toMatchObject({ data: 'page 1', loading: true });
    rerender({ page: 3 });
    await act(async () => source.reads[2]?.resolve('page 3'));
    await act(async () => source.reads[1]?.resolve('page 2'));
    await waitFor(() => expect(result.current).toMatchObject({ data: 'page 3', loading: false }));
  });

  it('reports a failed read, recovers with the next, and stops listening', async () => {
    const source = makeSource();
    const { result, unmount } = renderHook(() => useLive(source.read, source.subscribe, []));
    await act(async () => source.reads[0]?.reject(new Error('closed')));
    expect(result.current.error).toEqual(new Error('closed'));
    act(source.change);
    await act(async () => source.reads[1]?.resolve('back'));
    expect(result.current).toMatchObject({ data: 'back', error: undefined });
    unmount();
    expect(source.listeners.size).toBe(0);
  });
});
