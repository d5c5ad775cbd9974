import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { faultsOfTables } from '../../../tests/added-up.ts';
import { storeDemo } from '../../testing/demo-records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';

it('adds up each group, also where some of it has no price, and says how much of its cost is not valued', async () => {
  const { user } = await renderScreen('/holdings', {
    records: async (db) => {
      await storeDemo(db);
      const [first] = await db.prices.toCollection().uniqueKeys();
      await db.prices.filter(({ isin }) => isin === (first as unknown as readonly string[])[0]).delete();
    },
  });
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  await screen.findByText(/^Showing \d+ of \d+ holdings/u);
  let notValued = 0;
  for (const grouping of ['Account', 'Tax wrapper', 'Asset category', 'Asset type']) {
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), grouping);
    const tables = await screen.findAllByRole('table');
    expect(tables.every((table) => table.querySelector('tfoot') !== null)).toBe(true);
    expect(faultsOfTables(document.body)).toEqual([]);
    notValued += tables.filter((table) => within(table).queryByText(/not valued/u) !== null).length;
  }
  expect(notValued).toBeGreaterThan(0);
});
