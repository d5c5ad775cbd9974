import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { listTexts } from '../texts/list-texts.ts';
import { createViewMemory } from './use-list-state.ts';
import { type List, useList } from './use-list.ts';
import { useOnce } from '../hooks/use-live.ts';

afterEach(cleanup);

interface Filters {
  readonly account: string;
}

type Shown = List<string, Filters, 'name'>;

const IDS = Array.from({ length: 10 }, (_, index) => `r${index + 1}`);
const PAGE_SIZE = 2;

/** The list of ten rows, two to a page, as who comes by that address sees it. */
async function open({ memory = createViewMemory<'name'>(), path = '/rows' } = {}) {
  const view = renderHook(
    () => {
      const list = useList<string, Filters, 'name'>({
        texts: listTexts({ singular: 'row', plural: 'rows' }),
        filters: {
          none: { account: '' },
          ofQuery: (query) => (query.has('account') ? { account: query.get('account') ?? '' } : null),
          restore: () => ({ account: '' }),
          keep: () => undefined,
          searchOf: () => '',
        },
        memory,
        rowKey: (row) => row,
        read: async (_query, page) => ({
          rows: IDS.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
          totalCount: IDS.length,
          currentPage: page,
        }),
        useRead: useOnce,
        ids: async () => IDS,
        remove: async () => ({ ok: false }),
      });
      return { list, address: useLocation().search };
    },
    {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      ),
    },
  );
  const shows = async (page: number) => {
    await waitFor(() => {
      expect(view.result.current.list.page.data?.currentPage).toBe(page);
    });
  };
  await shows(view.result.current.list.state.page);
  const goTo = async (page: number) => {
    act(() => {
      view.result.current.list.state.setPage(page);
    });
    await shows(page);
  };
  return { ...view, goTo, memory };
}

it('does not bring a selection back with the page that it was made on (000 §4.5)', async () => {
  const { result, goTo } = await open();
  act(() => {
    result.current.list.selection.toggleHeader();
  });
  expect(result.current.list.selection.count).toBe(2);
  await goTo(2);
  expect(result.current.list.selection.count).toBe(0);
  await goTo(1);
  expect(result.current.list.selection.count).toBe(0);
  act(() => {
    result.current.list.selection.selectAll(IDS);
  });
  act(() => {
    result.current.list.setFilters({ account: 'a1' });
  });
  act(() => {
    result.current.list.setFilters({ account: '' });
  });
  expect(result.current.list.selection.count).toBe(0);
});

it('begins on the first page by a link that names filters, and comes back to that view and not to an older one', async () => {
  const { result, goTo, memory, unmount } = await open();
  act(() => {
    result.current.list.state.toggleSort('name');
  });
  await goTo(4);
  unmount();
  const linked = await open({ memory, path: '/rows?account=a1' });
  expect(linked.result.current.list.state).toMatchObject({ page: 1, sort: null, filters: { account: 'a1' } });
  linked.unmount();
  expect((await open({ memory })).result.current.list.state).toMatchObject({ page: 1, sort: null });
});

it.each([
  [
    'page',
    (list: Shown) => {
      list.state.setPage(3);
    },
    { page: 3, sort: null },
  ],
  [
    'order',
    (list: Shown) => {
      list.state.toggleSort('name');
    },
    { page: 1, sort: { field: 'name', direction: 'asc' } },
  ],
] as const)('leaves a linked address with another %s, so that Back shows it again', async (_what, change, view) => {
  const { result, memory, unmount } = await open({ path: '/rows?account=a1' });
  expect(result.current.address).toBe('?account=a1');
  act(() => {
    change(result.current.list);
  });
  expect(result.current.address).toBe('');
  expect(result.current.list.state).toMatchObject({ ...view, filters: { account: 'a1' } });
  unmount();
  expect((await open({ memory })).result.current.list.state).toMatchObject(view);
});
