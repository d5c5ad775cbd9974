import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../../../domain/records/records.ts';
import { compute } from '../../../compute/compute.ts';
import { tellFault, tellFaultAnd } from '../../../ui/app-state/app-faults.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { FileZone } from '../../../ui/controls/file-zone.tsx';
import { formatBytes } from '../../../ui/texts/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { FieldStack, FormActions, Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import { saveFile } from '../../../ui/hooks/save-file.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import styles from './savings-import-screen.module.css';
import { importSavingsPage, type PageImportResult, refusePageFile } from './savings-page-import.ts';

const LIST = '/savings-accounts';

export interface SavingsImportScreenProps {
  /** Empty while they are read. */
  readonly accounts: readonly Account[];
  /** They could not be read. */
  readonly failed?: boolean;
}

/** The import page of savings accounts (002 §2). */
export function SavingsImportScreen({ accounts, failed = false }: SavingsImportScreenProps) {
  // Another file starts with an empty page.
  const [attempt, setAttempt] = useState(0);
  return (
    <Page width="form">
      <PageHeader
        title="Import Bank Accounts"
        breadcrumb={[{ label: 'Savings Accounts', to: LIST }, { label: 'Import' }]}
      />
      {failed && (
        <Banner tone="error" title="Import Error">
          Failed to load accounts
        </Banner>
      )}
      <Instructions />
      <ImportForm
        key={attempt}
        accounts={accounts}
        onAgain={() => {
          setAttempt(attempt + 1);
        }}
      />
    </Page>
  );
}

function Instructions() {
  const [failed, setFailed] = useState(false);
  const download = async () => {
    try {
      saveFile(await compute().savingsTemplate());
      setFailed(false);
    } catch (error) {
      tellFault(error);
      setFailed(true);
    }
  };
  return (
    <Section
      title="Instructions"
      aside={
        <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => void download()}>
          Download Template
        </Button>
      }
    >
      {failed && (
        <Banner tone="error" title="Import Error">
          Failed to download template
        </Banner>
      )}
      <ol className={styles.steps}>
        <li>Download the template</li>
        <li>Fill it in, one bank account in each row</li>
        <li>Upload it here</li>
      </ol>
      <dl className={styles.columns}>
        <dt>Required columns</dt>
        <dd>Bank Name, Account Type, Account Open Date, Latest Balance, Latest Balance Date</dd>
        <dt>Optional columns</dt>
        <dd>Account Close Date, Interest Rate, Account Reference, Sort Code, Account Number, Notes</dd>
        <dt>Formats</dt>
        <dd>Sort Code: XX-XX-XX. Account Number: 8 digits. Interest Rate: a percentage such as 4.32.</dd>
      </dl>
    </Section>
  );
}

function ImportForm({ accounts, onAgain }: { readonly accounts: readonly Account[]; readonly onAgain: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [updateExisting, setUpdateExisting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<PageImportResult | null>(null);
  const [only, ...others] = accounts;
  const accountId = chosen ?? (only !== undefined && others.length === 0 ? only.id : '');

  const choose = (given: File | null) => {
    const refusal = given === null ? null : refusePageFile(given);
    setFile(refusal === null ? given : null);
    setError(refusal);
    setResult(null);
  };
  const run = async () => {
    if (busy) return;
    const missing =
      file === null
        ? 'Please select a CSV file'
        : accountId === ''
          ? 'Please select an account to associate with the imported bank accounts'
          : null;
    setError(missing);
    if (file === null || missing !== null) return;
    setBusy(true);
    setResult(null);
    const answer = await importSavingsPage(file, { defaultAccountId: accountId, updateExisting }).catch(
      tellFaultAnd(null),
    );
    setBusy(false);
    if (answer?.ok === true) setResult(answer.result);
    else setError(answer?.message ?? 'Failed to import savings accounts');
  };

  return (
    <Section title="Upload">
      <FieldStack>
        <div>
          <FileZone
            label="Click to select a CSV file or drag and drop"
            note="Maximum file size: 10MB"
            accept=".csv"
            disabled={busy}
            onFile={choose}
          />
          {file !== null && (
            <p className={styles.file}>
              <span role="status">
                {file.name} ({formatBytes(file.size, 'Bytes')})
              </span>
              <IconButton
                label="Remove file"
                icon={<X aria-hidden="true" />}
                disabled={busy}
                onClick={() => {
                  choose(null);
                }}
              />
            </p>
          )}
        </div>
        <SelectField
          label="Default Account *"
          placeholder="Select an account..."
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={accountId}
          hint="All imported bank accounts will be associated with this account"
          onChange={(event) => {
            setChosen(event.target.value);
          }}
        />
        <div>
          <Checkbox
            label="Update existing bank accounts if they match"
            aria-describedby="update-note"
            checked={updateExisting}
            onCheckedChange={setUpdateExisting}
          />
          <p id="update-note" className={styles.note}>
            Matching is based on Bank Name, Account Type, and Account Reference
          </p>
        </div>
        {error !== null && (
          <Banner tone="error" title="Import Error">
            {error}
          </Banner>
        )}
        <FormActions>
          <Button variant="primary" loading={busy} onClick={() => void run()}>
            {busy ? 'Processing...' : 'Import Bank Accounts'}
          </Button>
          <ButtonLink to={LIST} disabled={busy}>
            Cancel
          </ButtonLink>
        </FormActions>
        {result !== null && <Result result={result} onAgain={onAgain} />}
      </FieldStack>
    </Section>
  );
}

function Result({
  result: { successCount, skippedCount, duplicateCount, errors },
  onAgain,
}: {
  readonly result: PageImportResult;
  readonly onAgain: () => void;
}) {
  return (
    <div className={styles.result}>
      {successCount > 0 && (
        <Banner tone="success" title="Import Successful">
          {successCount} bank account(s) imported successfully
        </Banner>
      )}
      {errors.length > 0 && (
        <Banner tone="error" title={`Validation Errors (${errors.length})`}>
          <ul className={styles.errors}>
            {errors.map(({ rowNumber, message }) => (
              <li key={rowNumber}>
                Row {rowNumber}: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {successCount > 0 && skippedCount > 0 && (
        <Banner tone="warning" title="Partial Import">
          {skippedCount} row(s) were skipped due to validation errors
        </Banner>
      )}
      {duplicateCount > 0 && (
        <Banner tone="info">
          {duplicateCount === 1
            ? '1 bank account that already exists was left unchanged.'
            : `${duplicateCount} bank accounts that already exist were left unchanged.`}
        </Banner>
      )}
      <FormActions>
        <Button onClick={onAgain}>Import Another File</Button>
        <ButtonLink to={LIST}>View Bank Accounts</ButtonLink>
      </FormActions>
    </div>
  );
}
