import { assetCategoryLabel } from '../../../domain/fields/enums.ts';
import { PERIOD_CHOICES, type PeriodFault } from '../../../domain/returns/figures/periods.ts';
import type { ReturnsScope } from '../../../domain/returns/book/scope.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import type { ReturnsChoices } from '../../../workers/api/worker-api.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { optionsOf, SelectField } from '../../ui/forms/select-field.tsx';
import { faultAt, ownDates, type ReturnsAddress } from './returns-address.ts';
import styles from './returns.module.css';

export interface PeriodAndScopeProps {
  readonly address: ReturnsAddress;
  readonly faults: readonly PeriodFault[];
  /** The days that are shown; own dates begin with them. */
  readonly shown: { readonly from: string; readonly to: string } | null;
  readonly choices: ReturnsChoices | null;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  readonly onChange: (address: ReturnsAddress) => void;
}

/** The days and the holdings of the screen. */
export function PeriodAndScope({ address, faults, shown, choices, accounts, brokers, onChange }: PeriodAndScopeProps) {
  const { scope } = address;
  const choose = (field: keyof ReturnsScope, value: string) => {
    const { [field]: _, ...rest } = scope;
    onChange({ ...address, scope: value === '' ? rest : { ...rest, [field]: value } });
  };
  const select = (
    field: keyof ReturnsScope,
    label: string,
    all: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => {
    const value = scope[field] ?? '';
    // A security in the address is shown even if it was never held.
    const isKnown = value === '' || options.some((option) => option.value === value);
    return (
      <SelectField
        label={label}
        placeholder={all}
        options={isKnown ? options : [...options, { value, label: value }]}
        value={value}
        onChange={({ target }) => choose(field, target.value)}
      />
    );
  };
  return (
    <section className={styles.choosers} aria-label="Period and scope">
      <SelectField
        label="Period"
        options={PERIOD_CHOICES}
        value={address.choice}
        onChange={({ target: { value } }) => {
          const choice = PERIOD_CHOICES.find((option) => option.value === value)?.value ?? '1y';
          onChange(choice === 'own' ? ownDates(address, shown) : { ...address, choice, from: '', to: '' });
        }}
      />
      {address.choice === 'own' && (
        <>
          <DateField
            label="From"
            value={address.from}
            error={faultAt('from', faults)}
            onValueChange={(from) => onChange({ ...address, from })}
          />
          <DateField
            label="To"
            value={address.to}
            error={faultAt('to', faults)}
            onValueChange={(to) => onChange({ ...address, to })}
          />
        </>
      )}
      {select('accountId', 'Account holder', 'All', optionsOf(accounts))}
      {select(
        'taxWrapper',
        'Tax wrapper',
        'All',
        (choices?.taxWrappers ?? []).map((value) => ({ value, label: value })),
      )}
      {select(
        'brokerId',
        'Broker',
        'All',
        optionsOf(brokers.filter(({ id }) => choices?.brokerIds.includes(id) ?? false)),
      )}
      {select(
        'category',
        'Asset category',
        'All',
        (choices?.categories ?? []).map((value) => ({ value, label: assetCategoryLabel(value) })),
      )}
      {select(
        'isin',
        'Holding',
        'All',
        (choices?.holdings ?? []).map(({ isin, name }) => ({ value: isin, label: name })),
      )}
    </section>
  );
}
