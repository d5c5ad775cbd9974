import { useState } from 'react';
import { isAmount, parseAmount, type Percent } from '../../../domain/values/amount.ts';
import { exact, subtract, sum, toText, type Exact } from '../../../domain/values/decimal.ts';
import { assetCategoryLabel, type AssetCategory } from '../../../domain/fields/enums.ts';
import { exceedWhole, HOUSEHOLD, TARGET_CATEGORIES, type Targets } from '../../../domain/plans/own-targets.ts';
import type { Account } from '../../../domain/records/records.ts';
import { checkTargetPercentage } from '../../../domain/records/target-allocation.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateOwnTargets } from '../../data/records/own-targets.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { formatPercent } from '../../ui/texts/format.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import styles from './plans.module.css';
import { type Planner, SERVER } from './use-plans.ts';

const WHOLE = exact(100 as Percent);
const FAILED = 'These targets could not be saved. Please try again.';

function wholeOf(targets: Targets): Exact<'percent'> {
  return sum([...targets.values()].map((percent) => exact(percent)));
}

/** What the targets leave of the whole, as text: `12.5`. */
function restOf(targets: Targets): string {
  return toText(subtract(WHOLE, wholeOf(targets)));
}

type Texts = Readonly<Partial<Record<AssetCategory, string>>>;

/** Reads what is typed; an empty field is no target. */
function readTexts(texts: Texts): { readonly targets: Targets; readonly faults: ReadonlyMap<AssetCategory, string> } {
  const targets = new Map<AssetCategory, Percent>();
  const faults = new Map<AssetCategory, string>();
  for (const { value: category, label } of TARGET_CATEGORIES) {
    const text = texts[category]?.trim() ?? '';
    if (text === '') continue;
    const percent = parseAmount<'percent'>(text);
    if (isAmount(percent) && percent <= 100 && checkTargetPercentage({ targetPercentage: percent }).ok)
      targets.set(category, percent);
    else
      faults.set(category, `${label} "${text}" is not valid. Enter a percentage from 0 to 100 of at most 2 decimals.`);
  }
  return { targets, faults };
}

interface TargetsChoiceProps {
  readonly planner: Planner;
  readonly accounts: readonly Account[];
}

/** Whose targets the trades aim at: the server's, the household's, or a holder's, which can be stated in place. */
export function TargetsChoice({ planner, accounts }: TargetsChoiceProps) {
  const { inputs, ownTargets, change } = planner;
  const nameOf = (key: string): string =>
    key === HOUSEHOLD ? 'the household' : (accounts.find(({ id }) => id === key)?.name ?? '');
  const keys = [HOUSEHOLD, ...accounts.map(({ id }) => id)];
  return (
    <div className={styles.form}>
      <SelectField
        label="Targets"
        hint="A holder's own targets apply only to the holdings of that holder"
        options={[
          { value: SERVER, label: 'Targets of the server' },
          ...keys.map((key) => ({ value: key, label: `Targets of ${nameOf(key)}` })),
        ]}
        value={inputs.targetsOf}
        onChange={({ target: { value } }) => change({ targetsOf: value })}
      />
      {inputs.targetsOf !== SERVER && (
        <OwnTargets
          key={inputs.targetsOf}
          of={inputs.targetsOf}
          name={nameOf(inputs.targetsOf)}
          targets={ownTargets.get(inputs.targetsOf) ?? null}
          // The result must belong to the stated targets.
          onChange={() => change({})}
        />
      )}
    </div>
  );
}

interface OwnTargetsProps {
  /** `household`, or an account id. */
  readonly of: string;
  /** In a sentence: `the household`. */
  readonly name: string;
  /** Null when none are stated. */
  readonly targets: Targets | null;
  /** Called once other targets are saved, or none are any more. */
  readonly onChange: () => void;
}

/** The targets of the household or of a holder, stated, changed and removed in place. */
function OwnTargets({ of, name, targets, onChange }: OwnTargetsProps) {
  const [texts, setTexts] = useState<Texts | null>(null);
  return (
    <div className={styles.targets}>
      {texts !== null ? null : targets === null ? (
        <p className={styles.muted}>No targets of {name} are stated.</p>
      ) : (
        <ul className={styles.lines} aria-label={`Targets of ${name}`}>
          {[...targets].map(([category, percent]) => (
            <li key={category}>
              {assetCategoryLabel(category)}: {formatPercent(percent)}
            </li>
          ))}
          <li>Cash (the rest): {formatPercent(restOf(targets))}</li>
        </ul>
      )}
      {texts === null ? (
        <div>
          <Button
            size="small"
            onClick={() =>
              setTexts(Object.fromEntries([...(targets ?? [])].map(([one, percent]) => [one, String(percent)])))
            }
          >
            {targets === null ? `Set targets of ${name}` : `Change targets of ${name}`}
          </Button>
        </div>
      ) : (
        <TargetsForm
          of={of}
          name={name}
          isStated={targets !== null}
          texts={texts}
          setTexts={setTexts}
          onDone={(isChanged) => {
            setTexts(null);
            if (isChanged) onChange();
          }}
        />
      )}
    </div>
  );
}

interface TargetsFormProps extends Pick<OwnTargetsProps, 'of' | 'name'> {
  readonly isStated: boolean;
  readonly texts: Texts;
  readonly setTexts: (texts: Texts) => void;
  readonly onDone: (isChanged: boolean) => void;
}

function TargetsForm({ of, name, isStated, texts, setTexts, onDone }: TargetsFormProps) {
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { targets, faults } = readTexts(texts);
  const isOver = exceedWhole(targets);
  const save = async (next: Targets | null) => {
    const saved = await stateOwnTargets(currentDatabase(), of, next).catch(tellFaultAnd(null));
    if (saved?.ok === true) onDone(true);
    else setFailure(notWrittenText(saved, FAILED));
  };
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={`Targets of ${name}, in percent`}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (faults.size === 0 && !isOver) void save(targets);
      }}
    >
      <div className={styles.amounts}>
        {TARGET_CATEGORIES.map(({ value: category, label }) => (
          <DecimalField
            key={category}
            label={label}
            width="medium"
            suffix="%"
            step="0.01"
            value={texts[category] ?? ''}
            onValueChange={(text) => setTexts({ ...texts, [category]: text })}
            error={isTried ? (faults.get(category) ?? null) : null}
          />
        ))}
      </div>
      {isOver ? (
        <Banner tone="error">
          The percentages add up to {formatPercent(toText(wholeOf(targets)))}. Enter at most 100% in all.
        </Banner>
      ) : (
        <p className={styles.muted}>Cash (the rest): {formatPercent(restOf(targets))}</p>
      )}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Save targets
        </Button>
        {isStated && <Button onClick={() => void save(null)}>Remove targets</Button>}
        <Button onClick={() => onDone(false)}>Cancel</Button>
      </div>
      <DeviceOnly what="extras" />
    </form>
  );
}
