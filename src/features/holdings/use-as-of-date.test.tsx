import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type Navigator, Router } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { useAsOfDate } from './use-as-of-date.ts';

const day = (text: string) => text as IsoDate;
const TODAY = day('2024-06-15');

function Field({ saved }: { readonly saved: IsoDate | '' }) {
  const { date, choose } = useAsOfDate(saved, TODAY);
  return (
    <input
      aria-label="Day"
      value={date}
      onChange={({ target }) => {
        choose(target.value);
      }}
    />
  );
}

/** The field in a router that changes the address when it is told to, as one whose guards take their time. */
function open(address: string, saved: IsoDate | '' = '') {
  const asked: string[] = [];
  const navigator: Navigator = {
    createHref: () => '',
    go: () => undefined,
    push: () => undefined,
    replace: (to) => {
      asked.push(typeof to === 'string' ? to : (to.search ?? ''));
    },
  };
  const at = (search: string) => (
    <Router location={`/holdings${search}`} navigator={navigator}>
      <Field saved={saved} />
    </Router>
  );
  const view = render(at(address));
  return {
    asked,
    date: () => screen.getByLabelText<HTMLInputElement>('Day').value,
    choose: (value: string) => {
      fireEvent.change(screen.getByLabelText('Day'), { target: { value } });
    },
    address: (search: string) => {
      view.rerender(at(search));
    },
  };
}

afterEach(cleanup);

it('takes a day at once, and asks for the address to follow', () => {
  const { asked, date, choose, address } = open('');
  choose('2023-03-31');
  expect(date()).toBe('2023-03-31');
  expect(asked).toEqual(['?asOfDate=2023-03-31']);
  address('?asOfDate=2023-03-31');
  expect(date()).toBe('2023-03-31');
  choose('');
  expect(date()).toBe('');
  expect(asked.at(-1)).toBe('');
});

it('keeps the day that was chosen last while the address says the one before', () => {
  const { asked, date, choose, address } = open('');
  choose('2020-03-31');
  choose('2023-03-31');
  address('?asOfDate=2020-03-31');
  expect(date()).toBe('2023-03-31');
  expect(asked.at(-1)).toBe('?asOfDate=2023-03-31');
  address('?asOfDate=2023-03-31');
  expect(date()).toBe('2023-03-31');
});

it.each([
  ['', ''],
  ['?asOfDate=2022-01-01', '2022-01-01'],
])('goes back to the day of the address %j before that has followed', (address, day) => {
  const { asked, date, choose } = open(address);
  choose('2023-03-31');
  choose(day);
  expect(date()).toBe(day);
  expect(asked.at(-1)).toBe(address);
});

it('follows the address when something else changes it', () => {
  const { date, choose, address } = open('?asOfDate=2022-01-01');
  choose('2023-03-31');
  address('?asOfDate=2023-03-31');
  address('?asOfDate=2022-01-01');
  expect(date()).toBe('2022-01-01');
  address('');
  expect(date()).toBe('');
});

it('takes the day of the session on entry only, and only where the address has none', () => {
  const entered = open('', day('2022-12-31'));
  expect(entered.date()).toBe('2022-12-31');
  expect(entered.asked).toEqual(['?asOfDate=2022-12-31']);
  entered.address('?asOfDate=2022-12-31');
  entered.address('');
  expect(entered.date()).toBe('');
  cleanup();
  const linked = open('?asOfDate=2021-01-01', day('2022-12-31'));
  expect(linked.date()).toBe('2021-01-01');
  expect(linked.asked).toEqual([]);
});
