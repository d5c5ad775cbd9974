/** A refused value in the generic words of 002 §5, which name the field by the form's own label. */
import { issueText } from '../../../domain/records/issue-text.ts';
import type { Issue, IssueCode } from '../../../domain/fields/issue.ts';

/** What a message needs to know of a form's field. */
export interface FormField {
  /** 'Latest Balance' */
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  /** The whole sentence for some faults, where the specification words them otherwise. */
  readonly words?: Readonly<Partial<Record<IssueCode, string>>>;
}

/** What is wrong with a field of a form. */
export interface FormFault {
  readonly field: string;
  /** The field's label without its star. */
  readonly label: string;
  /** The sentence under the field. */
  readonly message: string;
  /** Nothing was given where something must be. */
  readonly isMissing: boolean;
}

/** A refused value as the form shows it, its message in the generic words of 002 §5. */
export function formFault(issue: Issue, field: FormField): FormFault {
  const { label } = field;
  return { field: issue.field, label, message: formFaultText(issue, field), isMissing: issue.code === 'required' };
}

/** The sentence under the field. Faults that no generic message describes say what was expected. */
export function formFaultText(issue: Issue, { label, min = 0, max, words = {} }: FormField): string {
  const own = words[issue.code];
  if (own !== undefined) return own;
  const tooLarge = issue.code === 'outOfRange' && max !== undefined && Number(issue.value) > max;
  if (tooLarge) return `${label} must be less than or equal to ${max}`;
  if (issue.code === 'negative' || issue.code === 'outOfRange')
    return `${label} must be greater than or equal to ${min}`;
  if (issue.code === 'required') return `${label} is required`;
  return issue.code === 'notADate' || issue.code === 'notANumber' ? 'Invalid format' : issueText(issue);
}
