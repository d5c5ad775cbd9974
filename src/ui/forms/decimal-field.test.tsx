import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';
import { MoneyField } from './decimal-field.tsx';

function Form() {
  const [money, setMoney] = useState('33.9858');
  const [date, setDate] = useState('');
  return (
    <>
      <MoneyField label="Consideration" value={money} onValueChange={setMoney} />
      <DateField label="Transaction Date" value={date} onValueChange={setDate} />
      <output>{`${money} ${date}`}</output>
    </>
  );
}

afterEach(cleanup);

describe('money and date fields', () => {
  it('keep full precision, group when left, and hand on plain text', async () => {
    render(<Form />);
    const money = screen.getByLabelText<HTMLInputElement>('Consideration');
    expect(money.value).toBe('33.9858');
    await userEvent.clear(money);
    await userEvent.type(money, '£12,345.5');
    await userEvent.tab();
    expect(money.value).toBe('12,345.50');
    expect(screen.getByRole('status').textContent).toBe('12345.5 ');
  });

  it('keep a comma that groups nothing, key by key, and pass on text that is not a figure', async () => {
    render(<Form />);
    const money = screen.getByLabelText<HTMLInputElement>('Consideration');
    await userEvent.clear(money);
    await userEvent.type(money, '12,50');
    expect(screen.getByRole('status').textContent).toBe('12,50 ');
    await userEvent.type(money, '0,250');
    expect([money.value, screen.getByRole('status').textContent]).toEqual(['12,500,250', '12500250 ']);
    await userEvent.keyboard('{ArrowUp}');
    expect(money.value).toBe('12500250.01');
    await userEvent.tab();
    expect(money.value).toBe('12,500,250.01');
  });

  it('replace the old figure by what is typed after the tab key has selected it', async () => {
    render(<Form />);
    const money = screen.getByLabelText<HTMLInputElement>('Consideration');
    await userEvent.clear(money);
    await userEvent.type(money, '1000.5');
    await userEvent.tab();
    expect(money.value).toBe('1,000.50');
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(money);
    expect([money.value, money.selectionStart, money.selectionEnd]).toEqual(['1000.50', 0, 7]);
    await userEvent.keyboard('7');
    expect(screen.getByRole('status').textContent).toBe('7 ');
  });

  it('on focus change nothing but the commas of the text, which would otherwise lose a selection', async () => {
    render(<Form />);
    const money = screen.getByLabelText<HTMLInputElement>('Consideration');
    await userEvent.clear(money);
    await userEvent.type(money, '5');
    await userEvent.tab();
    expect(money.value).toBe('5.00');
    await userEvent.click(money);
    expect([money.value, screen.getByRole('status').textContent]).toEqual(['5.00', '5 ']);
    await userEvent.keyboard('{ArrowUp}');
    expect(money.value).toBe('5.01');
  });

  it('replace a zero by what is typed after the first click on it, and nothing else', async () => {
    render(<Form />);
    const money = screen.getByLabelText<HTMLInputElement>('Consideration');
    const date = screen.getByLabelText<HTMLInputElement>('Transaction Date');
    await userEvent.clear(money);
    await userEvent.type(money, '0');
    await userEvent.click(date);
    await userEvent.click(money);
    await userEvent.keyboard('12');
    expect(screen.getByRole('status').textContent).toBe('12 ');
    await userEvent.click(date);
    await userEvent.pointer({ target: money, offset: 0, keys: '[MouseLeft]' });
    await userEvent.keyboard('3');
    expect(screen.getByRole('status').textContent).toBe('312.00 ');
  });

  it('take a day as it is typed and hand on its ISO form', async () => {
    render(<Form />);
    const date = screen.getByLabelText<HTMLInputElement>('Transaction Date');
    await userEvent.type(date, '3/3/24');
    await userEvent.tab();
    expect(date.value).toBe('03/03/2024');
    expect(screen.getByRole('status').textContent).toBe('33.9858 2024-03-03');
  });
});
