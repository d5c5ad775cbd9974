import { expect, it } from 'vitest';
import { textKey } from '../tables/column-readings.ts';
import {
  answerExtraKey,
  answerExtraValue,
  readRememberedAnswer,
  rememberedAnswers,
  type RememberedAnswer,
} from './remembered-answers.ts';

const origin = { key: 'Hargreaves Lansdown', label: 'Hargreaves Lansdown' };
const extraOf = (answer: Omit<RememberedAnswer, 'id'>) => ({
  key: answerExtraKey(answer.origin, answer.question),
  value: answerExtraValue(answer),
});
const adr = {
  origin,
  question: 'security:vodafone adr',
  kind: 'security',
  label: 'Vodafone ADR',
  answer: 'US92857W3088',
} as const;
const wrapper = { origin, question: 'wrapper:main', kind: 'wrapper', label: 'Main', answer: null } as const;

it('reads earlier answers back only for files of the same origin', () => {
  const extras = [extraOf(adr), extraOf(wrapper), { key: 'columns-1', value: { header: 'a|b', columns: [] } }];
  expect(rememberedAnswers(extras, origin)).toEqual({ 'security:vodafone adr': 'US92857W3088' });
  expect(rememberedAnswers(extras, { key: 'AJ Bell', label: 'AJ Bell' })).toEqual({});
  expect(rememberedAnswers(extras, null)).toEqual({});
  expect(extras.map(readRememberedAnswer)).toMatchObject([adr, wrapper, null]);
});

it('stores each answer under its own key, which is safe in a URL', () => {
  const keys = [adr, wrapper, { ...adr, origin: { key: 'AJ Bell', label: '' } }].map((answer) => extraOf(answer).key);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[\w-]{1,64}$/u);
});

it('still takes the choices that earlier versions kept for a broker', () => {
  const earlier = {
    key: `assets-${textKey(origin.key)}`,
    value: { broker: origin.key, choices: { fseia: 'GB00B41YBW71' } },
  };
  expect(rememberedAnswers([earlier], origin)).toEqual({ 'security:fseia': 'GB00B41YBW71' });
  expect(rememberedAnswers([earlier], { key: 'Halifax', label: 'Halifax' })).toEqual({});
});
