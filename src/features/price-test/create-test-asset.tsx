import { type KeyboardEvent, useId } from 'react';
import type { TestAsset } from '../../sync/ask/price-test-calls.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FieldStack, FormActions, Section } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './price-test.module.css';

export type NewTestAsset = Omit<TestAsset, 'isin'>;

export const NEW_TEST_ASSET: NewTestAsset = { name: '', priceSource: 'LSE', fetchCode: '' };

const SOURCES = [
  { value: 'LSE', label: 'London Stock Exchange (LSE)', hint: 'LSE ticker e.g. AAPL' },
  { value: 'FT', label: 'Financial Times (FT)', hint: 'FT code e.g. AAPL:NSQ' },
] as const;

export interface CreateTestAssetProps {
  readonly values: NewTestAsset;
  readonly onChange: (values: NewTestAsset) => void;
  /** The server cannot be asked just now. */
  readonly disabled: boolean;
  readonly creating: boolean;
  /** Also called for an attempt with an empty field, which says what is missing. */
  readonly onCreate: () => void;
}

/** A new asset to test a price source with. */
export function CreateTestAsset({ values, onChange, disabled, creating, onCreate }: CreateTestAssetProps) {
  const group = useId();
  const hint = SOURCES.find(({ value }) => value === values.priceSource)?.hint;
  const incomplete = values.name.trim() === '' || values.fetchCode.trim() === '';
  // The disabled button keeps the browser from submitting.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && incomplete && !disabled && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      onCreate();
    }
  };
  return (
    <Section title="Or Create Test Asset">
      <form
        className={styles.form}
        noValidate
        aria-label="Or Create Test Asset"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled && !incomplete) onCreate();
        }}
      >
        <FieldStack>
          <fieldset className={styles.sources}>
            <legend>Price Source</legend>
            {SOURCES.map(({ value, label }) => (
              <label key={value} className={styles.source}>
                <input
                  type="radio"
                  name={group}
                  checked={values.priceSource === value}
                  onChange={() => {
                    onChange({ ...values, priceSource: value });
                  }}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <TextField
            label="Fetch Code"
            hint={hint}
            maxLength={60}
            autoComplete="off"
            value={values.fetchCode}
            onChange={({ target: { value } }) => {
              onChange({ ...values, fetchCode: value });
            }}
          />
          <TextField
            label="Asset Name"
            width="wide"
            maxLength={200}
            autoComplete="off"
            value={values.name}
            onChange={({ target: { value } }) => {
              onChange({ ...values, name: value });
            }}
          />
        </FieldStack>
        <FormActions>
          <Button type="submit" variant="primary" disabled={disabled || incomplete} loading={creating}>
            {creating ? 'Creating...' : 'Create Test Asset & Fetch Price'}
          </Button>
        </FormActions>
      </form>
    </Section>
  );
}
