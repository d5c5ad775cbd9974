/** Which broker's file a table is. */
import { ajBell } from './aj-bell.ts';
import { freetrade } from './freetrade.ts';
import { hargreavesLansdown } from './hargreaves-lansdown.ts';
import { interactiveInvestor } from './interactive-investor.ts';
import { investEngine } from './investengine.ts';
import { lightyear } from './lightyear.ts';
import { headerMatch, type Profile } from './profile.ts';
import { trading212 } from './trading212.ts';
import { VALUATIONS } from './valuations.ts';

const PROFILES: readonly Profile[] = [trading212, freetrade, hargreavesLansdown, ajBell, interactiveInvestor, investEngine, lightyear, ...VALUATIONS];

/** The profile whose header a row is, the one that fits best; null when none does, or two equally. */
export function recognise(cells: readonly string[]): Profile | null {
  const fitting = PROFILES.map((profile) => ({ profile, score: headerMatch(profile, cells) })).filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  const [first, second] = fitting;
  return first === undefined || first.score === second?.score ? null : first.profile;
}
