import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TypedFigure } from '../../../../workers/api/worker-api.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../../data/database/test-database.fixture.ts';
import { listRates } from '../../../data/records/rates.ts';
import { handInCompute } from '../../../testing/hand-in-compute.ts';
import { describing } from '../../../testing/page-parts.ts';
import { RateByHand } from './rate-by-hand.tsx';

const farFigure = vi.fn(async (typed: TypedFigure) =>
  typed.kind === 'rate' && typed.rate > 1 ? `${typed.rate} GBP is far from the rate of the month.` : null,
);
handInCompute(() => ({ farFigure }));

beforeEach(openTestDatabase);
afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

it('says beside the field that a rate is far from those known, and saves it all the same', async () => {
  const user = userEvent.setup();
  render(<RateByHand onImport={() => undefined} />);
  await user.type(screen.getByLabelText('Value'), '1.27');
  expect((await screen.findByRole('status')).textContent).toBe('1.27 GBP is far from the rate of the month.');
  expect(describing(screen.getByLabelText('Value'))).toEqual(['1.27 GBP is far from the rate of the month.']);
  await user.clear(screen.getByLabelText('Value'));
  expect(screen.queryByRole('status')).toBeNull();
  await user.type(screen.getByLabelText('Value'), '1.28');
  await user.click(screen.getByRole('button', { name: 'Add rate' }));
  await vi.waitFor(async () => {
    expect((await listRates(currentDatabase())).map(({ rate }) => rate)).toEqual([1.28]);
  });
});
