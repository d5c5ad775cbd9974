/** Names that a security could be mistaken by: those nearest to it in the catalogue and the public lists, and its own with another class or instrument. */
import { Directory } from '../../domain/csv/stored/directory.ts';
import { proposeSecurities } from '../../domain/csv/stored/security-proposals.ts';
import { securityNameKey } from '../../domain/csv/stored/security-name.ts';
import { listed, store } from './samples.ts';

const directory = new Directory(store);
directory.listed = listed;

/** A word of the name with the one that makes another security of it. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bAcc(?:umulating|umulation)?\b/iu, 'Inc'],
  [/\bDist(?:ributing)?\b/iu, 'Acc'],
  [/\bInc(?:ome)?\b/iu, 'Acc'],
  [/\bClass C\b/iu, 'Class D'],
  [/\bGroup\b/iu, 'Finance'],
  [/\b500\b/u, '400'],
];
const ENDINGS = ['ADR', '8.75% Pref', 'Bond 2031', 'GBP Hedged', 'Class B', 'Warrants', 'Nil Paid Rights'];

const near = new Map<string, readonly string[]>();

/** Names of other securities, the likeliest first; the same for the same name. */
export function nearNames(name: string): readonly string[] {
  const known = near.get(name);
  if (known !== undefined) return known;
  const proposed = proposeSecurities({ isinText: '', sedolText: '', ticker: '', assetName: name }, directory);
  const names = [
    ...proposed.map(({ label }) => label),
    ...OTHER_WORDS.flatMap(([word, other]) => (word.test(name) ? [name.replace(word, other)] : [])),
    ...ENDINGS.map((ending) => `${name} ${ending}`),
  ].filter((other) => securityNameKey(other) !== securityNameKey(name));
  near.set(name, names);
  return names;
}

/** A name that the catalogue has as another security's: nothing tells it from the right one. */
export function isNameInCatalogue(name: string): boolean {
  return directory.assetNamed(name) !== null;
}
