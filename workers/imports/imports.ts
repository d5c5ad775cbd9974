/** Previews of files and their import: a preview stays in the worker, and the page gets its rows on request. */
import { acceptRows } from '../../domain/csv/import/accept-rows.ts';
import { columnReadings, headerSignature, textKey } from '../../domain/csv/tables/column-readings.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../../domain/csv/tables/columns.ts';
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import { previewRowOf } from '../../domain/csv/import/import-content.ts';
import { type ImportEffect } from '../../domain/csv/import/import-effect.ts';
import { isRemembered, rememberedAnswers } from '../../domain/csv/questions/remembered-answers.ts';
import { openImport, type OpenImport } from '../../domain/csv/import/prepare-import.ts';
import type { PreviewRow } from '../../domain/csv/row-figures/preview.ts';
import type { ImportOptions } from '../../domain/csv/import/row-checker.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { divide, exact, ONE, toText, type Exact } from '../../domain/values/decimal.ts';
import { poundsPer } from '../../domain/holdings/valuation.ts';
import { newId } from '../../src/data/database/ids.ts';
import {
  answerExtras,
  isAskedEachTime,
  rememberAnswer,
  rememberColumns,
  rememberedColumns,
} from '../../src/data/imports/import-memory.ts';
import { listImports } from '../../src/data/imports/imports.ts';
import { monthlyRates as shippedRates } from '../live/facts.ts';
import { monthlyRatesWith } from '../live/monthly-rates-with.ts';
import type { LiveData } from '../live/live-data.ts';
import { commitPreview, effectOf } from './commit-preview.ts';
import { shownImport, storeOf, type OpenPreview } from './open-preview.ts';
import { listedSecurities } from './listed-securities.ts';
import { rowNumbers, rowNumbersByStatus } from './rows-by-status.ts';
import { readTableInParts, ROWS_PER_STEP, type GoOn } from './read-file.ts';
import type {
  ImportFile,
  ImportOutcome,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
  PreviewRowsQuery,
  TransactionPreview,
} from '../api/import-types.ts';

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
    removalRows: rowNumbers(valid.filter((row) => row.reverses !== null)),
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
    const [{ rates }, monthlyRate] = await Promise.all([this.data.allQuotes.get(), this.monthlyRate()]);
    const options: ImportOptions = {
      today: londonDate(this.now()),
      fileName: file.name,
      rate: (currency, day) => {
        const rate = poundsPer(currency, day, rates);
        return rate === null ? null : toText(rate.rate);
      },
      monthlyRate,
      edits,
      ...(file.splitCharges === undefined ? {} : { splitCharges: file.splitCharges }),
      ...(file.defaults === undefined ? {} : { defaults: file.defaults }),
      ...(columns === null ? {} : { columns }),
      ...(file.byColumns === undefined ? {} : { byColumns: file.byColumns }),
      ...(file.dateOrder === undefined ? {} : { dateOrder: file.dateOrder }),
    };
    const imports = new Set((await listImports(this.data.db)).map((record) => record.id));
    const store = await storeOf(this.data);
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

  /**
   * HMRC's monthly rates for the holders who use them for files (income/RULES.md 8.1); they are loaded only where
   * somebody does.
   */
  private async monthlyRate(): Promise<NonNullable<ImportOptions['monthlyRate']>> {
    const { settings } = await this.data.statements.get();
    const wanted = new Set([...settings].flatMap(([id, { fileRate }]) => (fileRate === 'hmrcMonth' ? [id] : [])));
    if (wanted.size === 0) return () => null;
    const [shipped, operator] = await Promise.all([shippedRates(), this.data.operatorFacts.get()]);
    const monthlyRates = monthlyRatesWith(shipped, operator);
    return (currency, day, accountId) => {
      const rate = wanted.has(accountId) ? monthlyRates(currency, day) : null;
      return rate === null ? null : toText(divide<'rate'>(ONE as Exact<'rate'>, exact(rate.perPound)));
    };
  }

  /** Applies a correction and checks the affected rows again. */
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

  /** Applies an answer, and stores it for the next file of the same source. */
  private async answer(preview: OpenPreview, { key, value }: { key: string; value: string }): Promise<void> {
    const question = preview.shown.prepared.content.questions.find((asked) => asked.key === key);
    const { origin } = preview.open;
    const contradicts = preview.fromMemory.delete(key) && preview.answers[key] !== value;
    preview.answers = { ...preview.answers, [key]: value };
    preview.open.answer(preview.answers);
    if (origin === null || question === undefined || !isRemembered(question)) return;
    // One person's files from one broker may be of an ISA or of a dealing account: a user who has given two answers is
    // asked each time.
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

  /** The user's choice of columns, now or earlier for a file with this header; null where there is none. */
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

  /** The ids of the stored transactions that the chosen rows reverse. */
  reversedByImport({ previewId, selectedRowNumbers }: ImportRequest): readonly string[] {
    const selected = new Set(selectedRowNumbers);
    const rows = this.previews.get(previewId)?.shown.byStatus.valid ?? [];
    return rows.flatMap(({ reverses, rowNumber }) =>
      reverses !== null && selected.has(rowNumber) ? [reverses.id] : [],
    );
  }

  /** The changes that the chosen rows would make, before they are written. */
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
    return await effectOf(this.data, preview, request, accepted);
  }

  /** Writes the chosen rows; rows that became duplicates since the preview are left out and named. */
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
      const { signal } = running;
      const outcome = await this.alone(
        async () => await commitPreview(this.data, preview, request, { signal, now: this.now, onProgress }),
      );
      if (outcome.ok) this.previews.delete(request.previewId);
      return outcome;
    } finally {
      preview.running = null;
    }
  }

  /** Imports of one user run one after the other, in all tabs, so that each sees the rows of the previous ones. */
  private async alone<T>(run: () => Promise<T>): Promise<T> {
    return await navigator.locks.request(`holdfast-import:${this.data.db.name}`, run);
  }

  cancel(previewId: string): void {
    this.previews.get(previewId)?.running?.abort();
  }

  discard(previewId: string): void {
    this.cancel(previewId);
    this.previews.delete(previewId);
  }
}
