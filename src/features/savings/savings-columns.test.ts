import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { SAVINGS_COLUMNS } from './savings-columns.tsx';
import type { SavingsRow } from './use-savings.ts';

it('names a cash ISA beside the account type, once', () => {
  const cell = SAVINGS_COLUMNS.find(({ key }) => key === 'accountType')?.cell;
  const shown = (accountType: string, isCashIsa: true | undefined) => {
    const text = cell?.({ accountType, isCashIsa } as SavingsRow) as
      | ReactElement<{ readonly text: string }>
      | undefined;
    return text?.props.text;
  };
  expect([shown('Saver', true), shown('Fixed Cash ISA', true), shown('Saver', undefined)]).toEqual([
    'Saver · Cash ISA',
    'Fixed Cash ISA',
    'Saver',
  ]);
});
