import type { AnyRecord, EntityName } from '../../data/entities/entities.ts';
import { changedFields, fieldsOf } from '../../data/entities/entity-fields.ts';
import { fieldName, FieldValue } from './field-value.tsx';
import type { EntryContext } from './record-words.ts';
import styles from './sync.module.css';

export interface ChangedFieldsProps {
  readonly entity: EntityName;
  /** The version that the change was made on; null where it is unknown. */
  readonly before: AnyRecord | null;
  readonly after: AnyRecord;
  /** Whose version `after` is. */
  readonly header: string;
  readonly context: EntryContext;
}

/** The effect of a change on a record: each changed field, or all fields where the earlier version is unknown. */
export function ChangedFields({ entity, before, after, header, context }: ChangedFieldsProps) {
  const fields: readonly string[] =
    before === null
      ? fieldsOf(entity).filter((field) => field !== 'id' && (Reflect.get(after, field) ?? '') !== '')
      : changedFields(entity, before, after);
  if (fields.length === 0) return null;
  return (
    <table className={styles.pair}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before !== null && <th scope="col">Before</th>}
          <th scope="col">{header}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{fieldName(field, after)}</th>
            {before !== null && (
              <td>
                <FieldValue field={field} record={before} context={context} />
              </td>
            )}
            <td>
              <FieldValue field={field} record={after} context={context} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
