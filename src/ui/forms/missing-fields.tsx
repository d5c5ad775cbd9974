import type { FormFault } from '../texts/form-fault-text.ts';
import styles from './missing-fields.module.css';

export interface MissingFieldsProps {
  /** The errors of a form whose button is disabled. */
  readonly faults: readonly Pick<FormFault, 'label' | 'isMissing'>[];
}

function sentence(start: string, faults: MissingFieldsProps['faults']): string {
  if (faults.length === 0) return '';
  const labels = new Set(faults.map(({ label }) => label));
  return `${start}: ${new Intl.ListFormat('en-GB').format(labels)}.`;
}

/** Names below a disabled button what is missing or wrong. */
export function MissingFields({ faults }: MissingFieldsProps) {
  const parts = [
    sentence(
      'Still needed',
      faults.filter(({ isMissing }) => isMissing),
    ),
    sentence(
      'To correct',
      faults.filter(({ isMissing }) => !isMissing),
    ),
  ];
  return <p className={styles.missing}>{parts.filter((part) => part !== '').join(' ')}</p>;
}
