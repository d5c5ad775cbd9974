/** Recognises which broker's file a table is. */
import { fieldOfHeader } from '../tables/columns.ts';
import { ajBellCash } from './aj-bell-cash.ts';
import { ajBell } from './aj-bell.ts';
import { barclays } from './barclays.ts';
import { cgtCalculator } from './cgtcalculator.ts';
import { degiroAccount } from './degiro-account.ts';
import { degiroTransactions } from './degiro-transactions.ts';
import { equatePlus } from './equateplus.ts';
import { eToro } from './etoro.ts';
import { fidelity } from './fidelity.ts';
import { freetrade } from './freetrade.ts';
import { halifax, halifaxDividends } from './halifax.ts';
import { hargreavesLansdown } from './hargreaves-lansdown.ts';
import { hsbc } from './hsbc.ts';
import { ibkrActivity } from './ibkr-activity.ts';
import { ibkrFlex } from './ibkr-flex.ts';
import { ibkrHistory } from './ibkr-history.ts';
import { ig } from './ig.ts';
import { interactiveInvestor } from './interactive-investor.ts';
import { investEngine } from './investengine.ts';
import { lightyear } from './lightyear.ts';
import { morganStanley } from './morgan-stanley.ts';
import { choicesOf, headingRow, headingsIn, missingHeadings, type Profile } from './profile.ts';
import { revolut } from './revolut.ts';
import { saxo } from './saxo.ts';
import { schwabAwards } from './schwab-awards.ts';
import { schwab } from './schwab.ts';
import { sharesight } from './sharesight.ts';
import { trading212 } from './trading212.ts';
import { VALUATIONS } from './valuations.ts';
import { vanguard } from './vanguard.ts';
import { xtb } from './xtb.ts';

/** The profiles, one for each form of file; a broker may have several. */
export const PROFILES: readonly Profile[] = [
  trading212,
  freetrade,
  hargreavesLansdown,
  ajBell,
  ajBellCash,
  interactiveInvestor,
  fidelity,
  vanguard,
  investEngine,
  halifax,
  halifaxDividends,
  barclays,
  ibkrHistory,
  ibkrActivity,
  ibkrFlex,
  degiroTransactions,
  degiroAccount,
  eToro,
  revolut,
  ig,
  lightyear,
  sharesight,
  schwab,
  schwabAwards,
  morganStanley,
  xtb,
  equatePlus,
  hsbc,
  saxo,
  cgtCalculator,
  ...VALUATIONS,
];

/** A profile and the number of its headings in a row. */
interface Recognised {
  readonly profile: Profile;
  readonly score: number;
}

/** The profile that fits a header row best; null when none fits, or two equally well. */
export function recognise(cells: readonly string[]): Recognised | null {
  // A header has several columns, and none of its cells is long.
  if (cells.length < 4 || cells.some((cell) => cell.length > 200)) return null;
  const row = headingRow(cells);
  let best: Recognised | null = null;
  let tie = false;
  for (const profile of PROFILES) {
    const score = headingsIn(profile, row);
    if (score === 0) continue;
    tie = best !== null && score === best.score;
    if (best === null || score > best.score) best = { profile, score };
  }
  return tie ? null : best;
}

/** The broker whose file a table may be, and the one heading that its header lacks. */
export interface NearlyRecognised {
  readonly broker: string;
  readonly missing: string;
}

/** Headings that a header has beside the missing one where it can be no other file's. */
const MOST_OF_A_HEADER = 5;

/**
 * The broker of a header that lacks one heading of a profile, as where the broker has renamed it; null where no profile
 * fits so, or those of two brokers. One of the other headings must be unknown elsewhere: files of all kinds have a
 * date, a quantity and a price.
 */
export function nearlyRecognised(cells: readonly string[]): NearlyRecognised | null {
  const row = headingRow(cells);
  const found = new Map<string, string>();
  for (const { broker, header, refusal } of PROFILES) {
    if (typeof header === 'function' || refusal !== undefined) continue;
    const missing = missingHeadings(header, row);
    const [heading] = missing ?? [];
    if (missing?.length !== 1 || heading === undefined) continue;
    const present = choicesOf(header).flatMap((choices) => choices.find((choice) => row.keys.has(choice)) ?? []);
    if (present.length >= MOST_OF_A_HEADER && present.some((key) => fieldOfHeader(key) === null))
      found.set(broker, heading.replace('?', '£'));
  }
  const [only, second] = found;
  return only === undefined || second !== undefined ? null : { broker: only[0], missing: only[1] };
}
