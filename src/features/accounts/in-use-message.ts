import { usesInWords, type Use } from '../../data/entities/entity-words.ts';

/** Why an account that records refer to cannot be deleted. */
export function inUseMessage(uses: readonly Use[]): string {
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  return `This account has ${usesInWords(uses)} and cannot be deleted. Delete or move ${count === 1 ? 'it' : 'them'} first.`;
}
