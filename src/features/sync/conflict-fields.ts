/** Two versions of one record, field by field, and the record that a choice for each field makes. */
import { issueText } from '../../../domain/records/issue-text.ts';
import type { AnyRecord, EntityName } from '../../data/entities/entities.ts';
import { changedFields } from '../../data/entities/entity-fields.ts';
import { issuesOf } from '../../data/entities/entity-rules.ts';

export type Side = 'mine' | 'theirs';

export interface Difference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** The side that alone changed the field since both had the same; null when both did, and the user has to choose. */
  readonly changedBy: Side | null;
}

function valueOf(record: AnyRecord, field: string): unknown {
  return Reflect.get(record, field) ?? null;
}

/** The fields in which the two versions differ; `base` is the common earlier version, where it is known. */
export function differencesOf(
  entity: EntityName,
  base: AnyRecord | null,
  mine: AnyRecord,
  theirs: AnyRecord,
): readonly Difference[] {
  const fields: readonly string[] = changedFields(entity, mine, theirs);
  return fields.map((field) => {
    const [here, there] = [valueOf(mine, field), valueOf(theirs, field)];
    if (base === null) return { field, mine: here, theirs: there, changedBy: null };
    const before = valueOf(base, field);
    return {
      field,
      mine: here,
      theirs: there,
      changedBy: before === there ? 'mine' : before === here ? 'theirs' : null,
    };
  });
}

export type Choices = Readonly<Record<string, Side>>;

/** Each field from the side that changed it; fields that both changed are not chosen yet. */
export function firstChoices(differences: readonly Difference[]): Choices {
  return Object.fromEntries(
    differences
      .filter((difference) => difference.changedBy !== null)
      .map(({ field, changedBy }) => [field, changedBy ?? 'mine']),
  );
}

/** Everything from one side. */
export function allFrom(differences: readonly Difference[], side: Side): Choices {
  return Object.fromEntries(differences.map(({ field }) => [field, side]));
}

/** The record with each differing field from its chosen side. */
export function chosenRecord(
  mine: AnyRecord,
  theirs: AnyRecord,
  differences: readonly Difference[],
  choices: Choices,
): AnyRecord {
  const record: AnyRecord = { ...theirs };
  for (const { field } of differences) {
    if (choices[field] !== 'mine') continue;
    const value: unknown = Reflect.get(mine, field);
    if (value === undefined) Reflect.deleteProperty(record, field);
    else Reflect.set(record, field, value);
  }
  return record;
}

/** Why the chosen record would break the rules, or null: two edits that are each right can be wrong together. */
export function faultOf(entity: EntityName, record: AnyRecord): string | null {
  const issues = issuesOf(entity, record);
  return issues.length === 0 ? null : issues.map(issueText).join(' ');
}
