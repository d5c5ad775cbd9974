import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table-types.ts';
import { listTexts } from '../texts/list-texts.ts';
import { SelectionBanner } from './selection-banner.tsx';
import { useSelection } from './use-selection.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly value: number;
}
const ROWS: readonly Row[] = [
  { id: 'a', name: 'Vodafone', value: 1 },
  { id: 'b', name: 'Unilever', value: 2 },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Asset', sortable: true, cell: ({ name }) => name },
  { key: 'value', header: 'Value', sortable: true, align: 'end', cell: ({ value }) => value, total: 3 },
];
const shared = {
  caption: 'Holdings',
  columns: COLUMNS,
  rowKey: ({ id }: Row) => id,
  rowLabel: ({ name }: Row) => name,
};

function Selectable({ onSelectAll }: { readonly onSelectAll: () => void }) {
  const selection = useSelection({ pageIds: ['a', 'b'], total: 40, resetKey: 0 });
  return (
    <MemoryRouter>
      <SelectionBanner
        texts={listTexts({ singular: 'row', plural: 'rows' })}
        selection={selection}
        total={40}
        onSelectAll={onSelectAll}
      />
      <DataTable {...shared} rows={ROWS} selection={selection} />
    </MemoryRouter>
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('DataTable', () => {
  it('says which column is sorted, and asks for another', async () => {
    const onSort = vi.fn<(key: string) => void>();
    render(<DataTable {...shared} rows={ROWS} sort={{ field: 'name', direction: 'desc' }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Asset' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Value' }).hasAttribute('aria-sort')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Value' }));
    expect(onSort.mock.calls).toEqual([['value']]);
  });

  it('offers to select the cards of a page only where there are some', () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390);
    const Cards = ({ rows }: { readonly rows: readonly Row[] }) => (
      <DataTable {...shared} rows={rows} selection={useSelection({ pageIds: [], total: 0, resetKey: 0 })} />
    );
    const { rerender } = render(<Cards rows={[]} />);
    expect(screen.queryByText('Select page')).toBeNull();
    expect(screen.queryByLabelText('Select all rows on this page')).toBeNull();
    rerender(<Cards rows={ROWS} />);
    expect(screen.getByText('Select page')).toBeTruthy();
  });

  it('offers no order of cards where there are none, but keeps its place while they load', () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390);
    const sort = { field: 'name', direction: 'asc' } as const;
    const Cards = (props: { readonly rows: readonly Row[]; readonly loading?: boolean }) => (
      <DataTable {...shared} {...props} sort={sort} onSort={() => undefined} empty="Nothing found." />
    );
    const { rerender } = render(<Cards rows={[]} />);
    expect(screen.getByText('Nothing found.')).toBeTruthy();
    expect(screen.queryByLabelText('Sort by')).toBeNull();
    expect(screen.queryByText('Sorted by')).toBeNull();
    rerender(<Cards rows={[]} loading />);
    expect(screen.getByLabelText('Sort by')).toBeTruthy();
    rerender(<Cards rows={ROWS} />);
    expect(screen.getByLabelText('Sort by')).toBeTruthy();
  });

  it('marks the details that a card leaves out', () => {
    const columns = COLUMNS.map((column) =>
      column.key === 'value' ? { ...column, cardAbsent: ({ value }: Row) => value === 1 } : column,
    );
    render(<DataTable {...shared} columns={columns} rows={ROWS} />);
    expect(screen.getAllByRole('cell').map((cell) => cell.hasAttribute('data-absent'))).toEqual([true, false]);
  });

  it('names a detail of a card without the unit that its figure has', () => {
    const names = ['Increase £', 'Increase %', 'Target (%)', 'Target Amount'];
    const columns = COLUMNS.slice(0, 1).flatMap((column) =>
      names.map((header) => ({ ...column, key: header, header })),
    );
    render(<DataTable {...shared} columns={columns} rows={ROWS.slice(0, 1)} />);
    const [, row] = screen.getAllByRole('row');
    expect([...(row?.children ?? [])].map((cell) => cell.getAttribute('data-label'))).toEqual([
      'Increase',
      'Increase',
      'Target',
      'Target Amount',
    ]);
  });

  it('selects rows and the page, and offers all pages', async () => {
    const onSelectAll = vi.fn<() => void>();
    render(<Selectable onSelectAll={onSelectAll} />);
    const page = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Vodafone' }));
    expect([page().checked, page().indeterminate]).toEqual([false, true]);
    await userEvent.click(page());
    expect([page().checked, page().indeterminate]).toEqual([true, false]);
    expect(screen.getByText('2 selected on this page.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Select all 40' }));
    expect(onSelectAll).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
  });

  it("opens one row's details and totals at the foot", async () => {
    const onToggle = vi.fn<(key: string) => void>();
    render(
      <DataTable
        {...shared}
        rows={ROWS}
        totalsLabel="Total"
        expansion={{ expandedKey: 'b', onToggle, render: ({ name }) => `About ${name}` }}
      />,
    );
    expect(screen.getByRole('button', { name: 'Details of Unilever' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('About Unilever')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Details of Vodafone' }));
    expect(onToggle.mock.calls).toEqual([['a']]);
    const rows = screen.getAllByRole('row');
    expect(within(rows.at(-1) ?? document.body).getByText('3')).toBeTruthy();
  });

  it('waits 150 ms with its skeleton, and shows what belongs there when empty', async () => {
    const view = render(
      <DataTable {...shared} rows={[]} loading loadingText="Loading holdings..." empty="Nothing yet" />,
    );
    expect(screen.queryByText('Loading holdings...')).toBeNull();
    expect(await screen.findByText('Loading holdings...')).toBeTruthy();
    view.rerender(<DataTable {...shared} rows={[]} empty="Nothing yet" />);
    expect(screen.getByText('Nothing yet')).toBeTruthy();
  });

  describe('with many rows', () => {
    const many = Array.from({ length: 2000 }, (_, index): Row => ({
      id: `row-${index}`,
      name: `Security ${index}`,
      value: index,
    }));
    const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
    let tell = (_block: number, _isNear: boolean): void => undefined;

    beforeEach(() => {
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          private readonly watched = new Map<string, Element>();
          constructor(changed: (entries: readonly Partial<IntersectionObserverEntry>[]) => void) {
            tell = (block, isIntersecting) => {
              const target = this.watched.get(String(block));
              if (target === undefined) throw new Error(`nobody watches block ${block}`);
              act(() => {
                changed([{ target, isIntersecting, boundingClientRect: { height: 900 } as DOMRectReadOnly }]);
              });
            };
          }
          observe(element: HTMLElement) {
            this.watched.set(element.dataset['block'] ?? '', element);
          }
          unobserve() {
            /* The test never removes a block. */
          }
        },
      );
    });
    afterEach(() => {
      vi.unstubAllGlobals();
    });

    it('draws those near the view and keeps the room of the others', () => {
      render(<DataTable {...shared} rows={many} />);
      expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
      expect(names()).toEqual(many.slice(0, 20).map(({ name }) => name));
      tell(100, true);
      expect(names()).toHaveLength(30);
      expect(
        screen.getByRole('rowheader', { name: 'Security 1000' }).closest('tr')?.getAttribute('aria-rowindex'),
      ).toBe('1002');
      tell(0, false);
      expect(names()).toHaveLength(20);
      expect(document.querySelector<HTMLElement>('[data-block="0"] td')?.style.blockSize).toBe('900px');
    });

    it('keeps the row that is open and the one with focus', () => {
      render(
        <DataTable
          {...shared}
          rows={many}
          expansion={{ expandedKey: 'row-1999', onToggle: () => undefined, render: () => 'About it' }}
        />,
      );
      expect(screen.getByText('About it')).toBeTruthy();
      screen.getByRole('button', { name: 'Details of Security 3' }).focus();
      tell(0, false);
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of Security 3');
    });

    it('draws all of them on paper', () => {
      render(<DataTable {...shared} rows={many.slice(0, 100)} />);
      act(() => {
        dispatchEvent(new Event('beforeprint'));
      });
      expect(names()).toHaveLength(100);
      act(() => {
        dispatchEvent(new Event('afterprint'));
      });
      expect(names()).toHaveLength(20);
    });
  });
});
