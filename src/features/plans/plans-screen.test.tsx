/** Plans in the app itself, with the demo investor's records. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { londonDate } from '../../../domain/values/dates.ts';
import { agePrices, storeDemo } from '../../testing/demo-records.ts';
import { button, isDisabled, shows } from '../../testing/page-parts.ts';
import { type OpenScreen, renderScreen } from '../../testing/render-screen.tsx';
import { typedDate } from '../../ui/texts/date-text.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const showValues = () => act(() => useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true }));

/** Works out how Alex could raise £1,000, once the screen is ready. Returns the plan. */
async function raiseAThousand(user: OpenScreen['user']): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getAllByText('What is left').length).toBeGreaterThan(0));
  await user.selectOptions(field('Goal'), 'Raise an amount');
  const holders = within(field('Account holder')).getAllByRole<HTMLOptionElement>('option');
  await user.selectOptions(
    field('Account holder'),
    holders.find((one) => one.textContent === 'Alex Morgan') as HTMLElement,
  );
  await user.type(field('Amount'), '1000');
  await user.click(button('Work out plans'));
  return await screen.findByRole('region', { name: /^Plan 1: 1 trade$/u });
}

it('works out a plan from the records, with its trades, tax and what would change it', async () => {
  const { user } = await renderScreen('/plans', { records: storeDemo });
  showValues();
  await waitFor(() => expect(screen.getAllByText('What is left').length).toBeGreaterThan(0));
  await user.selectOptions(field('Goal'), 'Raise an amount');
  expect(isDisabled(button('Work out plans'))).toBe(true);
  const holders = within(field('Account holder')).getAllByRole<HTMLOptionElement>('option');
  const holder = holders.find(({ textContent }) => textContent === 'Alex Morgan');
  await user.selectOptions(field('Account holder'), holder as HTMLElement);
  await user.type(field('Amount'), '1000');
  await user.click(button('Work out plans'));
  const plan = await screen.findByRole('region', { name: /^Plan 1: 1 trade$/u });
  expect(within(plan).getAllByText('Sale').length).toBeGreaterThan(0);
  expect(within(plan).getByText('Sold in all').nextElementSibling?.textContent).toMatch(/£1,\d{3}\.\d\d/u);
  expect(plan.textContent).toMatch(/would change these figures/u);
  expect(plan.textContent).toMatch(/From \d+\s\w+\s\d{4} no purchase can change these figures\./u);

  await user.clear(field('Amount'));
  expect(screen.queryByRole('region', { name: /^Plan 1/u })).toBeNull();
  await user.type(field('Amount'), '99999999');
  await user.click(button('Work out plans'));
  await shows(/The holdings do not reach this goal in full\./u);
  expect(await screen.findByRole('region', { name: /^Nearest plan/u })).toBeTruthy();
});

it('has each state: nothing held, failures, an invalid amount, and values hidden', async () => {
  const { user, stage } = await renderScreen('/plans');
  await shows('There is no holding with a price.');
  await user.click(button('Work out plans'));
  await shows('No holding with a price could be sold for this goal.');
  await user.selectOptions(field('Goal'), 'Make a gain');
  await user.type(field('Gain'), 'some');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.tab();
  expect((await screen.findByRole('alert')).textContent).toContain('Gain "some" is not valid: expected an amount');
  expect(isDisabled(button('Work out plans'))).toBe(true);
  await user.clear(field('Gain'));
  await user.type(field('Gain'), '5');
  await stage({ failing: ['plan'] });
  await user.click(button('Work out plans'));
  await shows('The plans could not be worked out. Please try again.');
  await stage({ held: ['plan'] });
  await user.click(button('Work out plans'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await shows('Stopped. No plan was worked out.');
});

it('shows no amount while values are hidden', async () => {
  const { user } = await renderScreen('/plans', { records: storeDemo });
  const plan = await raiseAThousand(user);
  expect(plan.textContent).not.toMatch(/£\s*\d/u);
  for (const sold of screen.getAllByRole('region', { name: /if everything were sold$/u }))
    expect(sold.textContent).not.toMatch(/£\s*\d/u);
});

it('says how old prices are, and computes a plan with a typed one, and says so', async () => {
  const { user } = await renderScreen('/plans', {
    records: async (db) => {
      await storeDemo(db);
      await agePrices(db, 9);
    },
  });
  showValues();
  await shows(/^(?:\d+ of|All) \d+ prices are older than a day; the oldest is from .+, \d+ days ago\.$/u);
  const plan = await raiseAThousand(user);
  const name = within(plan).getAllByRole('rowheader')[0]?.textContent ?? '';

  await user.selectOptions(field('Enter another price for'), name);
  expect(screen.queryByRole('region', { name: /^Plan 1/u })).toBeNull();
  const label = `Price of ${name}`;
  expect(screen.getByText(/^In pounds, per unit; leave empty for the latest, from \d/u)).toBeTruthy();
  await user.type(field(label), '0');
  await user.tab();
  expect((await screen.findByRole('alert')).textContent).toContain(`${label} "0" is not valid: expected an amount`);
  expect(isDisabled(button('Work out plans'))).toBe(true);
  await user.clear(field(label));
  await user.type(field(label), '250');
  await user.click(button('Work out plans'));
  await screen.findByRole('region', { name: /^Plan 1/u });
  await shows(`You entered the price of ${name}.`);
});

it('tries one sale while it is typed, with the same warnings as a plan', async () => {
  const { user, visit } = await renderScreen('/plans', { records: storeDemo });
  showValues();
  await user.selectOptions(await screen.findByLabelText('Goal'), 'Try one sale');
  expect(screen.queryByRole('button', { name: 'Work out plans' })).toBeNull();
  const holding = await screen.findByLabelText('Holding');
  const option = await within(holding).findAllByRole<HTMLOptionElement>('option', { name: / · DEALING · / });
  await user.selectOptions(holding, option[0] as HTMLElement);
  await user.type(field('Units'), '1');
  await shows('Result of the sale');
  await shows(/^A purchase of .+ at any broker, outside ISAs and pensions, would change these figures\./u);
  await shows(/^From \d+ \w+ \d{4} no purchase can change these figures\.$/u);
  await user.selectOptions(field('Goal'), 'Raise an amount');
  expect(screen.queryByLabelText('Holding')).toBeNull();
  await visit('/capital-gains/simulate');
  expect(await screen.findByLabelText('Holding')).toBeTruthy();
});

it('says when what would be left cannot be worked out', async () => {
  const { stage, visit } = await renderScreen('/accounts', { records: storeDemo });
  await stage({ failing: ['ifAllSold'] });
  await visit('/plans');
  await shows('What would be left could not be worked out. Please try again.');
});

it("keeps a plan as planned trades, which count nowhere, and confirms one with the broker's figures", async () => {
  const { user, db, address, visit } = await renderScreen('/plans', { records: storeDemo });
  showValues();
  const plan = await raiseAThousand(user);
  const before = await db.transactions.count();
  await user.click(within(plan).getByRole('button', { name: 'Keep as planned trades' }));
  const kept = await screen.findByRole('region', { name: /^Planned on/u });
  expect(kept.textContent).toMatch(/Sale of .+Planned: [\d.,]+ units, £1,\d{3}\.\d\d/u);
  expect(await db.transactions.count()).toBe(before);
  expect((await db.outbox.toArray()).every(({ entity }) => entity === 'extra')).toBe(true);

  await user.click(within(kept).getByRole('link', { name: 'Confirm' }));
  await waitFor(() => expect(address()).toMatch(/^\/transactions\/new\?.*planned=/u));
  await screen.findByRole('button', { name: 'Save Transaction' });
  expect(field('Transaction Type').value).toBe('SELL');
  expect(Number(field('Quantity').value.replaceAll(',', ''))).toBeGreaterThan(0);
  await user.type(field('Transaction Date'), typedDate(londonDate(Date.now())));
  await user.type(field('Consideration'), '1234.56');
  await user.click(button('Save Transaction'));
  // The form leaves for the list once it has saved: whoever goes elsewhere before that is taken there too.
  await waitFor(() => expect(address()).toMatch(/^\/transactions(?!\/new)/u));
  expect(await db.transactions.count()).toBe(before + 1);
  await visit('/plans');
  const real = await screen.findByRole('link', { name: 'Recorded' });
  expect(real.parentElement?.textContent).toContain('£1,234.56');
  expect(screen.queryByRole('link', { name: 'Confirm' })).toBeNull();
  await user.click(button('Delete planned trades'));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Planned on/u })).toBeNull());
  expect(await db.extras.where('kind').equals('planned-trades').count()).toBe(0);
});

it('10.7: aims at targets of the household or of a holder, which are stated, checked, changed and removed', async () => {
  const { user, db, visit } = await renderScreen('/plans', { records: storeDemo });
  showValues();
  await waitFor(() => expect(screen.getAllByText('What is left').length).toBeGreaterThan(0));
  await user.selectOptions(field('Goal'), 'Move towards the target allocation');
  const [server, household] = within(field('Targets'))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent }) => textContent);
  expect([server, household]).toEqual(['Targets of the server', 'Targets of the household']);
  expect(isDisabled(button('Work out plans'))).toBe(false);

  await user.selectOptions(field('Targets'), 'Targets of Sam Morgan');
  await shows('No targets of Sam Morgan are stated.');
  expect(isDisabled(button('Work out plans'))).toBe(true);
  await user.click(button('Set targets of Sam Morgan'));
  await user.type(field('Long-Term Bonds'), '12.345');
  await user.click(button('Save targets'));
  await shows('Long-Term Bonds "12.345" is not valid. Enter a percentage from 0 to 100 of at most 2 decimals.');
  await user.clear(field('Long-Term Bonds'));
  await user.type(field('Long-Term Bonds'), '40');
  await user.type(field('US Total Stock Market'), '60.5');
  await user.click(button('Save targets'));
  await shows('The percentages add up to 100.50%. Enter at most 100% in all.');
  await user.clear(field('US Total Stock Market'));
  await user.type(field('US Total Stock Market'), '50');
  await shows('Cash (the rest): 10.00%');
  await user.click(button('Save targets'));
  const stated = await screen.findByRole('list', { name: 'Targets of Sam Morgan' });
  expect(stated.textContent).toContain('Long-Term Bonds: 40.00%');
  const [extra] = await db.extras.where('kind').equals('targets').toArray();
  expect(extra?.value).toEqual({ percentages: { LT_BONDS: 40, US_TSM: 50 } });
  expect((await db.outbox.toArray()).map(({ entity }) => entity)).toEqual(['extra']);

  await user.click(button('Work out plans'));
  const plan = await screen.findByRole('region', { name: /^Plan 1/u });
  expect(within(plan).queryByText(/Alex Morgan/u)).toBeNull();

  await visit('/accounts');
  await visit('/plans');
  await user.selectOptions(await screen.findByLabelText('Goal'), 'Move towards the target allocation');
  await user.selectOptions(field('Targets'), 'Targets of Sam Morgan');
  await user.click(await screen.findByRole('button', { name: 'Change targets of Sam Morgan' }));
  expect(field('Long-Term Bonds').value).toBe('40');
  await user.click(button('Remove targets'));
  await shows('No targets of Sam Morgan are stated.');
  expect(await db.extras.where('kind').equals('targets').count()).toBe(0);

  // The device remembers whose were chosen.
  await visit('/transactions');
  await visit('/plans');
  await user.selectOptions(await screen.findByLabelText('Goal'), 'Move towards the target allocation');
  expect(within(field('Targets')).getByRole<HTMLOptionElement>('option', { selected: true }).textContent).toBe(
    'Targets of Sam Morgan',
  );
});
