import { describe, expect, it } from 'vitest';
import { allFrom, chosenRecord, differencesOf, firstChoices } from './conflict-fields.ts';

const base = { id: 'a1', name: 'Main' };

function versions(mine: object, theirs: object) {
  const start = { ...base, sedol: null };
  return { mine: { ...start, ...mine }, theirs: { ...start, ...theirs }, start } as unknown as Record<
    'mine' | 'theirs' | 'start',
    typeof base
  >;
}

describe('a conflict by field', () => {
  it('chooses for each field the side that alone changed it, and leaves what both changed open', () => {
    const { mine, theirs, start } = versions({ name: 'Mine', fetchCode: 'A' }, { name: 'Theirs', sedol: 'B' });
    const differences = differencesOf('asset', start as never, mine as never, theirs as never);
    expect(differences.map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['name', null],
      ['sedol', 'theirs'],
      ['fetchCode', 'mine'],
    ]);
    expect(firstChoices(differences)).toEqual({ sedol: 'theirs', fetchCode: 'mine' });
  });

  it('leaves every field open when the common earlier version is unknown', () => {
    expect(differencesOf('account', null, { id: 'a1', name: 'Mine' }, { id: 'a1', name: 'Theirs' })).toEqual([
      { field: 'name', mine: 'Mine', theirs: 'Theirs', changedBy: null },
    ]);
  });

  it('builds the chosen record, without fields that the chosen side does not have', () => {
    const { mine, theirs, start } = versions({ name: 'Mine' }, { name: 'Theirs', relatedIsin: 'X' });
    const differences = differencesOf('transaction', start as never, mine as never, theirs as never);
    expect(chosenRecord(mine as never, theirs as never, differences, allFrom(differences, 'mine'))).not.toHaveProperty(
      'relatedIsin',
    );
    expect(chosenRecord(mine as never, theirs as never, differences, allFrom(differences, 'theirs'))).toHaveProperty(
      'relatedIsin',
      'X',
    );
  });
});
