import { MARRIAGE_LABELS, RESIDENCE_LABELS } from '../../../domain/income/labels.ts';
import { MARRIAGE_ALLOWANCES, RESIDENCES, type Circumstances } from '../../../domain/income/stated-income.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateCircumstances } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import styles from './income.module.css';

const NOT_STATED = { value: '', label: 'Not stated' };
const MARRIAGES = [NOT_STATED, ...MARRIAGE_ALLOWANCES.map((value) => ({ value, label: MARRIAGE_LABELS[value] }))];
const PLACES = [NOT_STATED, ...RESIDENCES.map((value) => ({ value, label: RESIDENCE_LABELS[value] }))];

/** Further facts of the holder's year that the tax depends on: each may be left open (RULES 5.4). */
export function CircumstancesFields({
  view: { accountId, taxYear, circumstances },
}: {
  readonly view: Pick<IncomeView, 'accountId' | 'taxYear' | 'circumstances'>;
}) {
  const keep = async (change: Partial<Circumstances>) => {
    const saved = await stateCircumstances(currentDatabase(), accountId, taxYear, change).catch(tellFaultAnd(null));
    if (saved?.ok !== true)
      showToast({
        title: notWrittenText(saved, 'The statement could not be saved. Please try again.'),
        tone: 'error',
      });
  };
  return (
    <div className={styles.fields}>
      <SelectField
        label="Marriage allowance"
        options={MARRIAGES}
        value={circumstances.marriageAllowance ?? ''}
        onChange={({ target: { value } }) =>
          void keep({ marriageAllowance: MARRIAGE_ALLOWANCES.find((one) => one === value) ?? null })
        }
      />
      <SelectField
        label="Where you live"
        options={PLACES}
        value={circumstances.residence ?? ''}
        onChange={({ target: { value } }) => void keep({ residence: RESIDENCES.find((one) => one === value) ?? null })}
      />
    </div>
  );
}
