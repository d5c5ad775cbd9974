import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('takes characters that draw nothing for no text, alone', () => {
  expect(['\u200b', ' \u2060\u00ad\ufeff ', '\u200e\u200f', '  '].map(visibleText)).toEqual(['', '', '', '']);
});

it('keeps every character of a text that can be seen, but for the spaces around it', () => {
  for (const name of ['Main  Account', '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'חשבון\u200f', '<b>'])
    expect(visibleText(` ${name}\u00a0`)).toBe(name);
});
