import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setCurrentDatabase } from '../../../data/database/database.ts';
import { listRememberedAnswers, rememberAnswer } from '../../../data/imports/import-memory.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { handInCompute } from '../../../testing/hand-in-compute.ts';
import { freshDatabase } from '../../../../tests/device/fixtures.ts';
import { AnswerSettings } from './answer-settings.tsx';

handInCompute(() => ({
  searchAssets: async () => [{ id: 'v', name: 'Vodafone Group plc', isin: 'GB00BH4HKS39', type: 'EQUITY' }],
}));

const origin = { key: 'AJ Bell', label: 'AJ Bell' };
let db: HoldfastDatabase;

beforeEach(async () => {
  db = await freshDatabase();
  setCurrentDatabase(db);
  await rememberAnswer(db, { origin, question: 'wrapper:main', kind: 'wrapper', label: 'Main', answer: 'ISA' });
  await rememberAnswer(db, {
    origin,
    question: 'security:vodafone adr',
    kind: 'security',
    label: 'Vodafone ADR',
    answer: 'US92857W3088',
  });
});

afterEach(() => {
  cleanup();
  setCurrentDatabase(null);
});

const answers = async () => (await listRememberedAnswers(db)).map(({ label, answer }) => [label, answer]);

it('changes a tax wrapper, and asks each time again', async () => {
  render(<AnswerSettings />);
  const wrapper = (): HTMLSelectElement =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tax wrapper of Main, AJ Bell' });
  await waitFor(() => expect(wrapper().value).toBe('ISA'));
  await userEvent.selectOptions(wrapper(), 'SIPP');
  await waitFor(() => expect(wrapper().value).toBe('SIPP'));
  expect(await answers()).toContainEqual(['Main', 'SIPP']);
  await userEvent.selectOptions(wrapper(), 'Ask each time');
  await waitFor(async () => expect(await answers()).toEqual([['Vodafone ADR', 'US92857W3088']]));
});

it('changes which security a name is, and forgets it', async () => {
  render(<AnswerSettings />);
  expect(await screen.findByText('Read as US92857W3088')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('"Vodafone ADR", AJ Bell'), 'voda');
  await userEvent.click(await screen.findByText('Vodafone Group plc'));
  expect(await screen.findByText('Read as GB00BH4HKS39')).toBeTruthy();
  expect(await answers()).toContainEqual(['Vodafone ADR', 'GB00BH4HKS39']);
  await userEvent.click(screen.getByRole('button', { name: 'Forget the answer for Vodafone ADR' }));
  await waitFor(() => expect(screen.queryByLabelText('"Vodafone ADR", AJ Bell')).toBeNull());
  expect(await answers()).toEqual([['Main', 'ISA']]);
});

it('the answers are not shown while no question was answered', async () => {
  const answered = render(<AnswerSettings />);
  expect(await within(answered.container).findByText('Answers for imports')).toBeTruthy();
  for (const label of ['Main', 'Vodafone ADR'])
    await userEvent.click(screen.getByRole('button', { name: `Forget the answer for ${label}` }));
  await waitFor(() => expect(screen.queryByText('Answers for imports')).toBeNull());
});
