import { useState } from 'react';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { PlannableSecurity } from '../../../workers/api/worker-api.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { MoneyField } from '../../ui/forms/decimal-field.tsx';
import { FieldRow, FieldStack } from '../../ui/layout/page.tsx';
import { optionsOf, SelectField } from '../../ui/forms/select-field.tsx';
import { GOALS, type GoalKind } from './plan-words.ts';
import styles from './plans.module.css';
import { TypedPrices } from './typed-prices.tsx';
import { amountFault, type Planner, takesAmount } from './use-plans.ts';

const AMOUNTS: Readonly<Partial<Record<GoalKind, readonly [label: string, hint: string]>>> = {
  makeGain: ['Gain', 'Sells as many units as possible within this gain'],
  harvestLoss: ['Loss', "Leave empty for the year's gains above the exempt amount"],
  raiseCash: ['Amount', 'After charges; tax is shown beside it'],
  bedAndIsa: ['Still to be paid in', 'The amount that may still be paid into ISAs this tax year'],
};

/** The goal. */
export function GoalField({ planner: { inputs, change } }: { readonly planner: Planner }) {
  return (
    <SelectField
      label="Goal"
      width="wide"
      options={GOALS}
      value={inputs.kind}
      onChange={({ target: { value } }) => {
        change({ kind: GOALS.find((goal) => goal.value === value)?.value ?? inputs.kind, amount: '' });
      }}
    />
  );
}

interface PlanFieldsProps {
  readonly planner: Planner;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** The last charge of each broker that holds anything. */
  readonly charges: Readonly<Record<string, Pounds>>;
  readonly securities: readonly PlannableSecurity[];
}

/** Whose plan, for how much, and under which assumptions. */
export function PlanFields({ planner, accounts, brokers, charges, securities }: PlanFieldsProps) {
  const { inputs, change } = planner;
  const { kind } = inputs;
  const [label, hint] = AMOUNTS[kind] ?? ['Amount', ''];
  return (
    <FieldStack>
      <FieldRow>
        {kind !== 'tradesToTarget' && (
          <SelectField
            label="Account holder"
            options={optionsOf(accounts)}
            value={inputs.accountId}
            onChange={({ target: { value } }) => change({ accountId: value })}
          />
        )}
        {kind === 'shareWithSpouse' && (
          <SelectField
            label="Spouse or civil partner"
            placeholder="Select an account holder"
            options={optionsOf(accounts.filter(({ id }) => id !== inputs.accountId))}
            value={inputs.spouseAccountId}
            onChange={({ target: { value } }) => change({ spouseAccountId: value })}
          />
        )}
        {takesAmount(kind) && (
          <AmountField label={label} hint={hint} value={inputs.amount} onChange={(amount) => change({ amount })} />
        )}
      </FieldRow>
      {kind === 'bedAndIsa' && (
        <Checkbox
          label="Within the rest of the exempt amount"
          checked={inputs.withinExemptAmount}
          onCheckedChange={(withinExemptAmount) => change({ withinExemptAmount })}
        />
      )}
      <details className={styles.assumptions}>
        <summary>Assumptions</summary>
        <FieldStack>
          <p className={styles.muted}>
            The latest price of each security, and for each broker the charge of its latest trade, unless another is
            entered here.
          </p>
          <div className={styles.amounts}>
            {brokers
              .filter(({ id }) => charges[id] !== undefined)
              .map(({ id, name }) => (
                <AmountField
                  key={id}
                  width="medium"
                  label={`Charge at ${name}`}
                  value={inputs.charges[id] ?? String(charges[id] ?? '')}
                  onChange={(text) => change({ charges: { ...inputs.charges, [id]: text } })}
                />
              ))}
          </div>
          <TypedPrices planner={planner} securities={securities} />
          <Checkbox
            label="Include trades below 50 pounds"
            checked={inputs.keepsSmallSteps}
            onCheckedChange={(keepsSmallSteps) => change({ keepsSmallSteps })}
          />
        </FieldStack>
      </details>
    </FieldStack>
  );
}

interface AmountFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly width?: 'narrow' | 'medium';
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function AmountField({ label, hint, width = 'narrow', value, onChange }: AmountFieldProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <MoneyField
      label={label}
      hint={hint}
      width={width}
      value={value}
      onValueChange={(text) => {
        setTyping(true);
        onChange(text);
      }}
      onBlur={() => setTyping(false)}
      // A figure that is still being typed is not an error yet.
      error={isTyping ? null : amountFault(label, value)}
    />
  );
}
