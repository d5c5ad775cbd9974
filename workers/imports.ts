/** Previews of files and their import: a preview lives in the worker, the page gets it row by row. */
import { acceptRows, type AcceptedRows } from '../domain/csv/accept-rows.ts';
import { columnReadings, headerSignature, textKey } from '../domain/csv/column-readings.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../domain/csv/columns.ts';
import { matchDetails } from '../domain/csv/duplicates.ts';
import type { RowEdit } from '../domain/csv/edited-rows.ts';
import { refuse } from '../domain/csv/file-kind.ts';
import { previewRowOf } from '../domain/csv/import-content.ts';
import { importEffect, keptEffect, type ImportEffect } from '../domain/csv/import-effect.ts';
import type { ImportAnswers } from '../domain/csv/import-question.ts';
import { isRemembered, rememberedAnswers } from '../domain/csv/remembered-answers.ts';
import {
  openImport,
  prepareImport,
  type ImportStore,
  type OpenImport,
  type PreparedImport,
  type PreparedRow,
} from '../domain/csv/prepare-import.ts';
import type { PreviewRow, Refusal } from '../domain/csv/preview.ts';
import type { Table } from '../domain/csv/read-table.ts';
import type { ImportOptions } from '../domain/csv/row-checker.ts';
import { londonDate } from '../domain/dates.ts';
import { toText } from '../domain/decimal.ts';
import { poundsPer } from '../domain/holdings/valuation.ts';
import type { Transaction } from '../domain/records.ts';
import { newId } from '../src/data/ids.ts';
import {
  answerExtras,
  isAskedEachTime,
  rememberAnswer,
  rememberColumns,
  rememberedColumns,
} from '../src/data/import-memory.ts';
import { listImports, writeImport } from '../src/data/imports.ts';
import { currentIds } from '../src/data/outbox.ts';
import { receiptsWithoutFile } from '../src/data/taken-back.ts';
import { importFaultText } from '../src/data/write-fault-text.ts';
import type { LiveData } from './live-data.ts';
import { listedSecurities } from './listed-securities.ts';
import { rowNumbers, rowNumbersByStatus, rowsByStatus, type RowsByStatus } from './rows-by-status.ts';
import { readTableInParts, ROWS_PER_STEP, type GoOn } from './read-file.ts';
import type {
  ImportFile,
  ImportOutcome,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
  PreviewRowsQuery,
  TransactionPreview,
} from './import-types.ts';

interface OpenPreview {
  readonly file: Omit<ImportFile, 'bytes'>;
  readonly table: Table;
  readonly options: ImportOptions;
  readonly open: OpenImport;
  /** Ids of the imports that were stored when it was made. */
  readonly imports: ReadonlySet<string>;
  /** What was put right since. */
  readonly columnsChosen: boolean;
  readonly edits: Map<number, RowEdit>;
  /** What was remembered and what was answered since. */
  answers: ImportAnswers;
  /** Keys that memory answered, and nobody since. */
  readonly fromMemory: Set<string>;
  store: ImportStore;
  shown: ShownImport;
  /** What the rows change that were asked about last, by the request. */
  effect: { readonly request: string; readonly effect: ImportEffect } | null;
  /** Set while it is being imported. */
  running: AbortController | null;
}

/** A preview's rows as they are now. */
interface ShownImport {
  readonly prepared: PreparedImport;
  readonly byStatus: RowsByStatus<PreparedRow>;
  readonly revision: number;
}

function shownImport(prepared: PreparedImport, revision: number): ShownImport {
  return { prepared, byStatus: rowsByStatus(prepared.rows), revision };
}

async function checkAll(open: OpenImport, goOn?: GoOn): Promise<boolean> {
  for (let done = 0; done < open.total;) {
    done = open.checkNext(ROWS_PER_STEP);
    if (open.total > ROWS_PER_STEP && goOn !== undefined && !(await goOn({ done, total: open.total }))) return false;
  }
  return true;
}

const NOT_OPEN = 'This preview is no longer open. Choose the file again.';

function previewOf(previewId: string, { file, shown, columnsChosen }: OpenPreview): TransactionPreview {
  const { valid } = shown.byStatus;
  return {
    ok: true,
    kind: 'transactions',
    previewId,
    fileName: file.name,
    ...shown.prepared.content,
    revision: shown.revision,
    columnsChosen,
    rowNumbers: rowNumbersByStatus(shown.byStatus),
    heldRows: rowNumbers(valid.filter((row) => row.notes.length > 0)),
    removalRows: rowNumbers(valid.filter((row) => row.takesBack !== null)),
  };
}

export class Imports {
  private readonly data: LiveData;
  private readonly now: () => number;
  private readonly previews = new Map<string, OpenPreview>();

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async preview({ bytes, ...file }: ImportFile, goOn?: GoOn): Promise<TransactionPreview | Refusal> {
    const table = await readTableInParts(new Uint8Array(bytes), { goOn });
    if ('ok' in table) return table;
    const columns = await this.columnsFor(table, file);
    const edits = new Map(Object.entries(file.edits ?? {}).map(([row, edit]) => [Number(row), edit]));
    const { rates } = await this.data.allQuotes.get();
    const options: ImportOptions = {
      today: londonDate(this.now()),
      fileName: file.name,
      rate: (currency, day) => {
        const rate = poundsPer(currency, day, rates);
        return rate === null ? null : toText(rate.rate);
      },
      edits,
      ...(file.splitCharges === undefined ? {} : { splitCharges: file.splitCharges }),
      ...(file.defaults === undefined ? {} : { defaults: file.defaults }),
      ...(columns === null ? {} : { columns }),
      ...(file.byColumns === undefined ? {} : { byColumns: file.byColumns }),
      ...(file.dateOrder === undefined ? {} : { dateOrder: file.dateOrder }),
    };
    const imports = new Set((await listImports(this.data.db)).map((record) => record.id));
    const store = await this.store();
    const open = openImport(table, store, options);
    if ('ok' in open) return open;
    const remembered = rememberedAnswers(await answerExtras(this.data.db), open.origin);
    const answers = { ...remembered, ...file.answers };
    open.answer(answers);
    if (!(await checkAll(open, goOn))) return refuse('cancelled', 'The preview was cancelled.');
    if (open.asksSecurities) open.proposeFrom(await listedSecurities());
    const previewId = newId();
    const preview: OpenPreview = {
      file,
      table,
      options,
      store,
      open,
      imports,
      edits,
      answers,
      fromMemory: new Set(Object.keys(remembered).filter((key) => file.answers?.[key] === undefined)),
      columnsChosen: columns !== null,
      shown: shownImport(open.result(), 0),
      effect: null,
      running: null,
    };
    this.previews.set(previewId, preview);
    return previewOf(previewId, preview);
  }

  /** Takes a correction and checks the rows that it touches again. */
  async correct({ previewId, row, answer }: PreviewCorrection): Promise<TransactionPreview | Refusal> {
    const preview = this.previews.get(previewId);
    if (preview === undefined) return refuse('notReady', NOT_OPEN);
    if (row !== undefined) {
      if (row.edit === null) preview.edits.delete(row.rowNumber);
      else preview.edits.set(row.rowNumber, row.edit);
      preview.open.edit(row.rowNumber, row.edit);
    }
    if (answer !== undefined) await this.answer(preview, answer);
    preview.shown = shownImport(preview.open.result(), preview.shown.revision + 1);
    return previewOf(previewId, preview);
  }

  /** Takes an answer, and remembers it for the next file of the same origin. */
  private async answer(preview: OpenPreview, { key, value }: { key: string; value: string }): Promise<void> {
    const question = preview.shown.prepared.content.questions.find((asked) => asked.key === key);
    const { origin } = preview.open;
    const contradicts = preview.fromMemory.delete(key) && preview.answers[key] !== value;
    preview.answers = { ...preview.answers, [key]: value };
    preview.open.answer(preview.answers);
    if (origin === null || question === undefined || !isRemembered(question.kind)) return;
    // Files of one broker for one person may be of an ISA or of a dealing account: who answers in two ways is asked each time.
    const isUnsettled =
      question.kind === 'wrapper' && (contradicts || (await isAskedEachTime(this.data.db, origin, key)));
    await rememberAnswer(this.data.db, {
      origin,
      question: key,
      kind: question.kind === 'wrapper' ? 'wrapper' : 'security',
      label: question.label,
      answer: isUnsettled ? null : value,
    });
  }

  /** What the user says of the columns, now or of a file with this header before; null where nothing was said. */
  private async columnsFor(
    table: Table,
    { columns, byColumns }: Pick<ImportFile, 'columns' | 'byColumns'>,
  ): Promise<readonly (TransactionField | null)[] | null> {
    const header = headerSignature(columnReadings(table, []));
    if (header === null) return columns ?? null;
    if (columns !== undefined) {
      await rememberColumns(this.data.db, textKey(header), header, columns);
      return columns;
    }
    if (byColumns === true) return null;
    const known = await rememberedColumns(this.data.db, textKey(header), header);
    return known?.map((field) => TRANSACTION_FIELDS.find((name) => name === field) ?? null) ?? null;
  }

  async rows(query: PreviewRowsQuery): Promise<readonly PreviewRow[]> {
    const preview = this.previews.get(query.previewId);
    if (preview === undefined) return [];
    const [accounts, brokers] = await Promise.all([this.data.accounts.get(), this.data.brokers.get()]);
    const names = {
      account: (id: string) => accounts.get(id)?.name ?? null,
      broker: (id: string) => brokers.get(id)?.name ?? null,
    };
    const rows = query.status === 'all' ? preview.shown.prepared.rows : preview.shown.byStatus[query.status];
    return rows.slice(query.offset, query.offset + query.limit).map((row) => previewRowOf(row, names));
  }

  /** The ids of the stored transactions that the chosen rows take back. */
  takenBack({ previewId, selectedRowNumbers }: ImportRequest): readonly string[] {
    const selected = new Set(selectedRowNumbers);
    const rows = this.previews.get(previewId)?.shown.byStatus.valid ?? [];
    return rows.flatMap(({ takesBack, rowNumber }) =>
      takesBack !== null && selected.has(rowNumber) ? [takesBack.id] : [],
    );
  }

  /** What the chosen rows would change, before they are written. */
  async effect(request: ImportRequest): Promise<ImportEffect | null> {
    const preview = this.previews.get(request.previewId);
    if (preview === undefined) return null;
    const { prepared } = preview.shown;
    const accepted = acceptRows(prepared, {
      selected: new Set(request.selectedRowNumbers),
      createAccounts: request.createAccounts,
      newId,
      ...(request.brokerChoices === undefined ? {} : { brokerChoices: request.brokerChoices }),
    });
    return await this.effectOf(preview, request, accepted);
  }

  private async effectOf(preview: OpenPreview, request: ImportRequest, accepted: AcceptedRows): Promise<ImportEffect> {
    const asked = JSON.stringify([preview.shown.revision, request.selectedRowNumbers, request.createAccounts]);
    if (preview.effect?.request === asked) return preview.effect.effect;
    const { settings } = await this.data.statements.get();
    const { accounts, assets, transactions: stored } = preview.store;
    const effect = importEffect({
      stored: Array.isArray(stored) ? (stored as readonly Transaction[]) : [...stored],
      added: accepted.transactions,
      removed: accepted.takenBack,
      assets: new Map([...assets, ...accepted.unlistedAssets].map((asset) => [asset.isin, asset])),
      accountNames: new Map([...accounts, ...accepted.newAccounts].map(({ id, name }) => [id, name])),
      settings,
      asOf: preview.options.today,
    });
    preview.effect = { request: asked, effect };
    return effect;
  }

  /** Writes the chosen rows; those that became duplicates since the preview are left out and named. */
  async commit(
    request: ImportRequest,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportOutcome | Refusal> {
    const preview = this.previews.get(request.previewId);
    if (preview === undefined) return refuse('notReady', NOT_OPEN);
    if (preview.running !== null) return refuse('notReady', 'This import is already running.');
    const running = new AbortController();
    preview.running = running;
    try {
      return await this.alone(async () => await this.write(preview, request, running.signal, onProgress));
    } finally {
      preview.running = null;
    }
  }

  /** Imports of one user run one after the other, in whatever tab, so that each sees the rows of those before. */
  private async alone<T>(run: () => Promise<T>): Promise<T> {
    return await navigator.locks.request(`holdfast-import:${this.data.db.name}`, run);
  }

  private async write(
    preview: OpenPreview,
    request: ImportRequest,
    signal: AbortSignal,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportOutcome | Refusal> {
    const { accepted, late, missing } = await this.accept(preview, request);
    if (missing.length > 0)
      return refuse(
        'notReady',
        `What line ${missing.join(', line ')} takes back has changed since this preview. Close it and choose the file again.`,
      );
    if (accepted.brokersToChoose.length > 0) {
      return refuse(
        'notReady',
        `Choose a broker for ${accepted.brokersToChoose.map((name) => (name === '' ? 'rows that name none' : `"${name}"`)).join(', ')}.`,
      );
    }
    const duplicates = late.map(
      (row) => `Line ${row.rowNumber}: ${row.duplicate === null ? '' : matchDetails(row.duplicate)}`,
    );
    const { newAccounts, unlistedAssets, transactions, takenBack } = accepted;
    const elsewhere = await receiptsWithoutFile(
      this.data.db,
      takenBack.map(({ id }) => id),
    );
    if (elsewhere.length > 0)
      return refuse(
        'notReady',
        `${elsewhere.length === 1 ? 'A receipt' : `${elsewhere.length} receipts`} of what is taken back would be lost: the file is only on the server. Connect to it and import again.`,
      );
    if (transactions.length + takenBack.length === 0) {
      if (late.length === 0) return refuse('noRows', 'Select at least one row to import.');
      this.previews.delete(request.previewId);
      return { ok: true, importId: null, importedCount: 0, duplicateCount: late.length, duplicates };
    }
    const effect = await this.effectOf(preview, request, accepted);
    const { content } = preview.shown.prepared;
    const result = await writeImport(
      this.data.db,
      {
        fileName: preview.file.name,
        profileName: content.profileName,
        newAccounts,
        unlistedAssets,
        transactions,
        takenBack,
        proof: { effect: keptEffect(effect), balance: content.balance, totals: content.totals ?? null },
      },
      {
        signal,
        onProgress: (done, total) => onProgress?.({ done, total }),
        now: this.now,
        noted: true,
      },
    );
    if (!result.ok) return refuse('failed', importFaultText(result.fault));
    this.previews.delete(request.previewId);
    return {
      ok: true,
      importId: result.value.id,
      importedCount: transactions.length,
      ...(takenBack.length > 0 && { takenBackCount: takenBack.length }),
      duplicateCount: late.length,
      duplicates,
    };
  }

  cancel(previewId: string): void {
    this.previews.get(previewId)?.running?.abort();
  }

  discard(previewId: string): void {
    this.cancel(previewId);
    this.previews.delete(previewId);
  }

  private async store(): Promise<ImportStore> {
    const [accounts, brokers, assets, transactions] = await Promise.all([
      this.data.accounts.get(),
      this.data.brokers.get(),
      this.data.assets.get(),
      this.data.transactions.get(),
    ]);
    return {
      accounts: [...accounts.values()],
      brokers: [...brokers.values()],
      assets: [...assets.values()],
      transactions,
    };
  }

  /**
   * The rows to write, checked against what is stored now; `late` are valid rows of the preview that are duplicates by now, and
   * `missing` the lines that no longer take back what they did.
   */
  private async accept(
    preview: OpenPreview,
    request: ImportRequest,
  ): Promise<{ accepted: AcceptedRows; late: readonly PreparedRow[]; missing: readonly number[] }> {
    const selected = new Set(request.selectedRowNumbers);
    let { prepared } = preview.shown;
    let late: readonly PreparedRow[] = [];
    // Another tab's import may have committed before word of it reaches this one.
    if ((await listImports(this.data.db)).some((record) => !preview.imports.has(record.id))) {
      for (const part of [this.data.transactions, this.data.accounts, this.data.assets]) part.mark();
    }
    const store = await this.store();
    if (store.transactions !== preview.store.transactions || store.accounts.length !== preview.store.accounts.length) {
      const again = prepareImport(preview.table, store, {
        ...preview.options,
        edits: preview.edits,
        answers: preview.answers,
      });
      if (again.ok) {
        const wereValid = new Set(preview.shown.byStatus.valid.map((row) => row.rowNumber));
        prepared = again;
        late = again.rows.filter(
          (row) => row.status === 'duplicate' && selected.has(row.rowNumber) && wereValid.has(row.rowNumber),
        );
        for (const row of late) selected.delete(row.rowNumber);
      }
    }
    const accepted = acceptRows(prepared, {
      selected,
      createAccounts: request.createAccounts,
      newId,
      ...(request.brokerChoices === undefined ? {} : { brokerChoices: request.brokerChoices }),
    });
    const takenBack = new Set(accepted.takenBack.map(({ id }) => id));
    const removals = preview.shown.byStatus.valid.flatMap(({ takesBack, rowNumber }) =>
      takesBack !== null && selected.has(rowNumber) ? [{ id: takesBack.id, rowNumber }] : [],
    );
    // A server that gives its own ids may have given them meanwhile.
    const ids = await currentIds(
      this.data.db,
      removals.map(({ id }) => id),
    );
    const missing = removals
      .filter(({ id }, at) => !takenBack.has(id) && !takenBack.has(ids[at] ?? id))
      .map(({ rowNumber }) => rowNumber);
    return { accepted, late, missing };
  }
}
