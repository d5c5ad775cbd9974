import { describe, expect, it } from 'vitest';
import { verifyExamples } from './verification.ts';

describe("HMRC's published examples", () => {
  const examples = verifyExamples();

  it('are nineteen, and all agree except for one arithmetic error of HMRC', () => {
    expect(examples).toHaveLength(19);
    expect(examples.filter(({ agrees }) => !agrees).map(({ source }) => source)).toEqual([]);
    const different = examples.flatMap(({ source, figures }) =>
      figures
        .filter(({ agrees }) => !agrees)
        .map(({ published, ours, erratum }) => ({ source, published, ours, erratum })),
    );
    expect(different).toEqual([
      {
        source: 'CG51590, example 2',
        published: '4236',
        ours: '4235',
        erratum: 'HMRC prints £4,236, but its own £6,160 − £1,925 is £4,235.',
      },
    ]);
  });

  it('name each figure with its sale or year', () => {
    const davy = examples.find(({ source }) => source === 'CG51590, example 1');
    expect(davy?.figures.map(({ label, published, ours }) => [label, published, ours])).toEqual([
      ['Gain, sale of 2010-03-16', '60', '60'],
      ['Allowable cost, sale of 2010-12-10', '3256', '3256'],
      ['Gain, sale of 2010-12-10', '4444', '4444'],
      ['Units in the pool afterwards', '300', '300'],
      ['Cost of the pool afterwards', '444', '444'],
    ]);
    expect(examples.flatMap(({ figures }) => figures).every(({ ours }) => ours !== '')).toBe(true);
  });
});
