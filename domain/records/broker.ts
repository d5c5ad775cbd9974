/** The rules of a broker (002 §5). */
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { BROKER } from './records.ts';

export type BrokerFields = FieldsOf<typeof BROKER>;

/** Checks a broker: 1 to 100 characters; a status that is not given stays. */
export function checkBroker(input: InputOf<typeof BROKER>): Checked<BrokerFields> {
  return checkFields(BROKER, input);
}
