import { useId, useState } from 'react';
import type { BackupSummary, OpenedBackup, RestoreFault, RestoreResult } from '../../../../workers/api/worker-api.ts';
import { compute } from '../../../compute/compute.ts';
import { mayChangeLists } from '../../../sync/session/session.ts';
import { tellFaultAnd } from '../../../ui/app-state/app-faults.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { DropWords, FileZone } from '../../../ui/controls/file-zone.tsx';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { formatCount, formatQuantity } from '../../../ui/texts/format.ts';
import { HiddenValue } from '../../../ui/values/hidden-value.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { faultText } from './restore-fault-text.ts';
import styles from '../shared/settings.module.css';

/** With all its decimals: a difference in the last one is to be seen. */
const exact = (total: string): string => formatQuantity(total, 20);

function Summary({ summary, after }: { readonly summary: BackupSummary; readonly after?: BackupSummary }) {
  const [counts, totals] = [new Map(after?.counts), new Map(after?.totals)];
  return (
    <>
      <Facts
        facts={summary.counts.map(([label, count]) => [
          label,
          after === undefined
            ? formatCount(count)
            : `${formatCount(count)} in the file, ${formatCount(counts.get(label) ?? 0)} here`,
        ])}
      />
      <Facts
        facts={summary.totals.map(([label, total]) => [
          label,
          <HiddenValue key={label}>
            {after === undefined
              ? exact(total)
              : `${exact(total)} in the file, ${exact(totals.get(label) ?? '0')} here`}
          </HiddenValue>,
        ])}
      />
    </>
  );
}

function missingText({ missing: { brokers, banks } }: OpenedBackup, isAdministrator: boolean): string | null {
  const names = [...brokers, ...banks];
  if (names.length === 0) return null;
  if (isAdministrator) return `The lists here lack ${names.join(', ')}: they will be added.`;
  if (banks.length > 0)
    return `This server's lists lack the banks ${banks.join(', ')}. Ask its administrator to add them first.`;
  return `This server's list lacks the brokers ${brokers.join(', ')}: their records are kept under Other.`;
}

interface TypedPricesProps {
  readonly prices: NonNullable<RestoreResult['typedPrices']>;
  readonly isAdministrator: boolean;
  readonly onImport: (csv: string) => void;
}

/** Prices typed by hand are in the file too; they go to the server by the import of prices, with its preview. */
function TypedPrices({ prices: { count, csv }, isAdministrator, onImport }: TypedPricesProps) {
  const counted = count === 1 ? '1 price' : `${formatCount(count)} prices`;
  return (
    <Banner
      tone="info"
      actions={
        isAdministrator && (
          <Button
            size="small"
            onClick={() => {
              onImport(csv);
            }}
          >
            Import Prices
          </Button>
        )
      }
    >
      {isAdministrator
        ? `The file also has ${counted} typed by hand. Import them once your securities are on the server.`
        : `The file also has ${counted} typed by hand. Only an administrator can import them.`}
    </Banner>
  );
}

export interface RestoreDialogProps {
  /** `restored`: the records are here. */
  readonly onClose: (restored: boolean) => void;
  /** Opens the import of these prices. */
  readonly onImportPrices: (csv: string) => void;
}

/** Reads an export, shows its contents, restores it and compares. */
export function RestoreDialog({ onClose, onImportPrices }: RestoreDialogProps) {
  const [chosen, setChosen] = useState<ChosenFile>({ file: null, passphrase: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [opened, setOpened] = useState<OpenedBackup | null>(null);
  const [result, setResult] = useState<RestoreResult | null>(null);
  const isAdministrator = mayChangeLists();
  const { hasServer } = useServerPresence();

  const run = async <T extends { readonly ok: true }>(
    ask: () => Promise<T | RestoreFault>,
    broken: string,
    done: (value: T) => void,
  ) => {
    setBusy(true);
    const answer = await ask().catch(tellFaultAnd(null));
    setBusy(false);
    setProblem(answer === null ? broken : answer.ok ? null : faultText(answer));
    if (answer?.ok === true) done(answer as T);
  };
  const open = async (file: File) =>
    await run(
      async () => await compute().openBackup(await file.arrayBuffer(), chosen.passphrase),
      'The file could not be read. Nothing was changed.',
      setOpened,
    );
  const restore = async () =>
    await run(
      async () => await compute().restoreBackup({ isAdministrator }),
      'The restore stopped before everything was here. Restore again to continue where it stopped.',
      setResult,
    );
  const close = () => {
    onClose(result !== null);
  };

  return (
    <Dialog
      open
      onClose={close}
      busy={busy}
      title="Restore from an export"
      description={
        hasServer
          ? 'Everything in the file is added here and sent to the server. There must be no records here yet.'
          : 'Everything in the file is added here. There must be no records here yet.'
      }
      footer={
        result === null ? (
          <>
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            {opened === null ? (
              <Button
                variant="primary"
                loading={busy}
                disabled={chosen.file === null}
                onClick={() => {
                  if (chosen.file !== null) void open(chosen.file);
                }}
              >
                {busy ? 'Reading...' : 'Open'}
              </Button>
            ) : (
              <Button variant="primary" loading={busy} onClick={() => void restore()}>
                {busy ? 'Restoring...' : 'Restore'}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {opened === null && <FileFields chosen={chosen} onChoose={setChosen} />}
        {opened !== null && result === null && <Contents opened={opened} isAdministrator={isAdministrator} />}
        {result !== null && (
          <Outcome result={result} isAdministrator={isAdministrator} onImportPrices={onImportPrices} />
        )}
      </div>
    </Dialog>
  );
}

interface ChosenFile {
  readonly file: File | null;
  readonly passphrase: string;
}

function FileFields({
  chosen,
  onChoose,
}: {
  readonly chosen: ChosenFile;
  readonly onChoose: (chosen: ChosenFile) => void;
}) {
  const help = useId();
  return (
    <>
      <div>
        <FileZone
          label="Export file"
          note={<span role="status">{chosen.file === null ? <DropWords /> : `Selected: ${chosen.file.name}`}</span>}
          accept=".zip,.holdfast"
          describedBy={help}
          onFile={(file) => {
            onChoose({ ...chosen, file });
          }}
        />
        <p id={help} className={styles.muted}>
          A file saved by Export everything in Settings. Choose it to continue.
        </p>
      </div>
      <TextField
        label="Passphrase"
        type="password"
        autoComplete="off"
        width="full"
        hint="Only for an encrypted export."
        value={chosen.passphrase}
        onChange={(event) => {
          onChoose({ ...chosen, passphrase: event.target.value });
        }}
      />
    </>
  );
}

/** What the file holds, before anything is restored. */
function Contents({ opened, isAdministrator }: { readonly opened: OpenedBackup; readonly isAdministrator: boolean }) {
  const missing = missingText(opened, isAdministrator);
  return (
    <>
      <p>Exported {formatInstant(opened.createdAt)}. It holds:</p>
      <Summary summary={opened.summary} />
      {missing !== null && <Banner tone="warning">{missing}</Banner>}
    </>
  );
}

interface OutcomeProps extends Pick<RestoreDialogProps, 'onImportPrices'> {
  readonly result: RestoreResult;
  readonly isAdministrator: boolean;
}

/** What was restored, compared with the file. */
function Outcome({ result, isAdministrator, onImportPrices }: OutcomeProps) {
  return (
    <>
      {result.differences.length === 0 ? (
        <Banner tone="success">Everything was restored: all counts and totals agree.</Banner>
      ) : (
        <Banner tone="error">These do not agree with the file: {result.differences.join(', ')}. Keep the file.</Banner>
      )}
      {result.typedPrices !== null && (
        <TypedPrices prices={result.typedPrices} isAdministrator={isAdministrator} onImport={onImportPrices} />
      )}
      <Summary summary={result.before} after={result.after} />
    </>
  );
}
