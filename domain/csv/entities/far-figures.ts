/** Figures of one thing on several days, of which some are far from those that are known. */
import type { IsoDate } from '../../values/dates.ts';

/** A figure of a day, and how a sentence names it. */
export interface NamedFigure {
  readonly day: IsoDate;
  readonly figure: number;
  readonly name: string;
}

/** A figure that a file states or a person typed. */
export interface StatedFigure<K> extends NamedFigure {
  readonly key: K;
  /** How the sentence about it begins. */
  readonly text: string;
}

/** When a figure is far from another one, and the sentence that says so. */
export interface FarRules {
  readonly isFar: (figure: NamedFigure, other: NamedFigure) => boolean;
  readonly note: (figure: Pick<StatedFigure<unknown>, 'text' | 'figure'>, other: NamedFigure) => string;
}

/**
 * A note for each stated figure that is far from the right ones. Figures that follow each other by day and are not far
 * from each other make a level. Where there are several, those with a known figure are right; where none is known, the
 * one with more than half of all figures.
 */
export function farNotes<K>(
  stated: readonly StatedFigure<K>[],
  known: readonly NamedFigure[],
  rules: FarRules,
): ReadonlyMap<K, string> {
  const keys = new Map<NamedFigure, StatedFigure<K>>(stated.map((figure) => [figure, figure]));
  const points = [...known, ...stated]
    .filter(({ figure }) => figure > 0)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const notes = new Map<K, string>();
  const levels = levelsOf(points, rules.isFar);
  if (levels.length < 2) return notes;
  const isAnyKnown = points.some((point) => !keys.has(point));
  const right = new Set(
    levels
      .filter((level) => (isAnyKnown ? level.some((point) => !keys.has(point)) : level.length * 2 > points.length))
      .flat(),
  );
  const note = (point: NamedFigure, other: NamedFigure | undefined): void => {
    const own = keys.get(point);
    if (own !== undefined && other !== undefined) notes.set(own.key, rules.note(own, other));
  };
  let nearest = points.find((point) => right.has(point));
  if (nearest === undefined)
    for (const [at, level] of levels.entries()) {
      // The first level begins with the first of all points.
      const other = at === 0 ? levels[1]?.[0] : levels[0]?.[0];
      for (const point of level) note(point, other);
    }
  else
    for (const point of points)
      if (right.has(point)) nearest = point;
      else note(point, nearest);
  return notes;
}

/** The points in groups: each is not far from the point of its group before it. */
function levelsOf(points: readonly NamedFigure[], isFar: FarRules['isFar']): readonly (readonly NamedFigure[])[] {
  const levels: NamedFigure[][] = [];
  let current: NamedFigure[] | undefined;
  for (const point of points) {
    const isNear = (level: readonly NamedFigure[]): boolean => {
      const last = level.at(-1);
      return last !== undefined && !isFar(point, last);
    };
    if (current === undefined || !isNear(current)) current = levels.find(isNear);
    if (current === undefined) levels.push((current = [point]));
    else current.push(point);
  }
  return levels;
}
