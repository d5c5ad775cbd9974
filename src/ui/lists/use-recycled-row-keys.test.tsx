import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table-types.ts';
import { newPlaces, placesTakenOver } from './use-recycled-row-keys.ts';

interface Row {
  readonly id: string;
}
const COLUMNS: readonly Column<Row>[] = [{ key: 'id', header: 'Name', cell: ({ id }) => <a href={`#${id}`}>{id}</a> }];
const rowsOf = (ids: string): readonly Row[] => Array.from(ids, (id) => ({ id }));
const table = (ids: string, loading = false) => (
  <DataTable
    caption="Letters"
    columns={COLUMNS}
    rows={rowsOf(ids)}
    rowKey={({ id }) => id}
    rowLabel={({ id }) => id}
    rowActions={() => <button type="button">Edit</button>}
    loading={loading}
  />
);
const texts = () =>
  screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .join('');

afterEach(cleanup);

describe('rows of a table', () => {
  it('reuse the elements of earlier rows when they answer another query', () => {
    const view = render(table('abc'));
    const [first] = screen.getAllByRole('link');
    view.rerender(table('abc', true));
    view.rerender(table('cxy'));
    expect(texts()).toBe('cxy');
    expect(screen.getByRole('link', { name: 'x' })).toBe(first);
  });

  it('keep an open actions menu with its own row', () => {
    const view = render(table('a'));
    const action = screen.getByRole('button', { name: 'Edit' });
    view.rerender(table('a', true));
    expect(screen.getByRole('button', { name: 'Edit' })).toBe(action);
    view.rerender(table('b'));
    expect(screen.getByRole('button', { name: 'Edit' })).not.toBe(action);
  });

  it('get elements of their own while the query stays the same, so that a focused element does not become another row', () => {
    const view = render(table('abc'));
    screen.getByRole('link', { name: 'a' }).focus();
    view.rerender(table('bcd'));
    expect(texts()).toBe('bcd');
    expect(document.activeElement).toBe(document.body);
  });
});

it('gives every row one place, and keeps those of rows that stay', () => {
  const before = new Map([
    ['a', 4],
    ['b', 0],
    ['c', 2],
  ]);
  expect([...placesTakenOver(['c', 'x', 'y', 'z'], before, Infinity)]).toEqual([
    ['c', 2],
    ['x', 4],
    ['y', 0],
    ['z', 5],
  ]);
  expect([...newPlaces(['c', 'x'], before)]).toEqual([
    ['c', 2],
    ['x', 5],
  ]);
});

it('hands places on within each block: an element cannot go to another', () => {
  const before = new Map([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 3],
    ['e', 4],
  ]);
  expect([...placesTakenOver(['b', 'c', 'a', 'd'], before, 2)]).toEqual([
    ['b', 1],
    ['c', 0],
    ['a', 2],
    ['d', 3],
  ]);
  expect([...placesTakenOver(['e', 'x', 'a', 'b', 'c', 'd'], before, 2)]).toEqual([
    ['e', 0],
    ['x', 1],
    ['a', 2],
    ['b', 3],
    ['c', 4],
    ['d', 5],
  ]);
});
