/** What an import dialog says after an attempt (000 §4.7, §8.4). */
import type { Refusal } from '../../../../domain/csv/tables/file-kind.ts';
import type { ImportPreview } from '../../../../workers/api/worker-api.ts';
import { nameFor, type ImportEntity, type ImportResult } from './import-entity.ts';

/** A summary and its lines; the lines' heading depends on what they are. */
export interface ImportReport {
  readonly tone: 'error' | 'notice';
  readonly message: string;
  readonly heading: 'Errors' | 'Skipped Duplicates';
  readonly lines: readonly string[];
  /** How many there are, where the lines are only the first of them. */
  readonly total?: number;
}

/** How many lines are shown before the toggle is pressed (000 §9). */
export const LINES_BEFORE_TOGGLE = 5;

/** An error's text: the first line is the message, and the lines after one that reads 'Errors:' are its list (000 §4.7). */
function errorReport(text: string, lines: readonly string[] = []): ImportReport {
  const all = text.split('\n');
  const heading = all.indexOf('Errors:');
  if (heading === -1) return { tone: 'error', message: text || 'Import failed', heading: 'Errors', lines };
  const listed = all.slice(heading + 1).filter((line) => line !== '');
  return { tone: 'error', message: all[0] || 'Import failed', heading: 'Errors', lines: [...listed, ...lines] };
}

export function reportOfMessage(message: string): ImportReport {
  return errorReport(message);
}

/** A refused file or import, in the refusal's own words. */
export function reportOfRefusal(refusal: Refusal): ImportReport {
  return errorReport(refusal.message, refusal.errors);
}

/** An unexpected failure: only its message is known. */
export function reportOfFailure(error: unknown): ImportReport {
  return errorReport(error instanceof Error && error.message !== '' ? `Error: ${error.message}` : 'Import failed');
}

/**
 * Why a quick import cannot continue after its check: an error row stops it, and new accounts are created in the
 * preview. Null when it can.
 */
export function quickImportObstacle(
  preview: ImportPreview,
  errors: readonly string[],
  entity: Pick<ImportEntity<never>, 'quick'> = {},
): ImportReport | null {
  if (preview.summary.errorCount > 0)
    return {
      ...errorReport(entity.quick?.failed ?? 'Import failed with validation errors', errors),
      total: preview.summary.errorCount,
    };
  if (preview.kind === 'records') return null;
  const open = preview.questions.filter(({ answer }) => answer === null);
  if (open.length > 0)
    return errorReport(
      'This file leaves questions open. Use Preview Import to answer them.',
      open.map(({ text, rowNumbers }) => `${text} (${rowNumbers.length} ${rowNumbers.length === 1 ? 'row' : 'rows'})`),
    );
  if (preview.newAccounts.length > 0) {
    return errorReport(
      'This file names accounts that do not exist yet. Use Preview Import to create them.',
      preview.newAccounts.map((account) => `${account.name} (${account.rows} ${account.rows === 1 ? 'row' : 'rows'})`),
    );
  }
  if (preview.unknownBrokers.some((broker) => broker.brokerId === null)) {
    return errorReport(
      'This file names brokers that are not known. Use Preview Import to choose them.',
      preview.unknownBrokers.filter((broker) => broker.brokerId === null).map((broker) => broker.name || 'No broker'),
    );
  }
  return null;
}

/** What stays visible after a quick import: skipped duplicates, or nothing. */
export function reportOfQuickImport(
  result: ImportResult,
  entity: Pick<ImportEntity<never>, 'plural' | 'quick'>,
): ImportReport | null {
  if (result.duplicateCount === 0) return null;
  if (entity.quick !== undefined)
    return {
      tone: 'notice',
      message: entity.quick.skipped(result.importedCount, result.duplicateCount),
      heading: 'Skipped Duplicates',
      lines: result.duplicates,
      total: result.duplicateCount,
    };
  return {
    tone: 'notice',
    message: `Imported ${result.importedCount} ${entity.plural}, skipped ${result.duplicateCount} duplicates`,
    heading: 'Skipped Duplicates',
    lines: result.duplicates,
    total: result.duplicateCount,
  };
}

/** The text of a notice about this many rows; nothing for none. */
function counted(count: number, one: string, many: string): string {
  return count <= 0 ? '' : ` ${count.toLocaleString('en-GB')} ${count === 1 ? one : many}.`;
}

/** Why rows of the file were not imported, as far as its preview tells. */
function leftOut({ duplicateCount }: ImportResult, used: number, preview: ImportPreview): string {
  const { summary } = preview;
  const asked = preview.kind === 'records' ? 0 : preview.questionCount;
  const cancelled = preview.kind === 'records' ? 0 : preview.rowNumbers.cancelled.length;
  const others = summary.totalRows - used - asked - summary.errorCount - cancelled;
  const known = Math.min(others, Math.max(duplicateCount, summary.duplicateCount));
  return [
    counted(asked, 'row needs an answer', 'rows need an answer'),
    counted(summary.errorCount, 'row has errors', 'rows have errors'),
    counted(cancelled, 'row was cancelled in the file', 'rows were cancelled in the file'),
    counted(known, 'duplicate was skipped', 'duplicates were skipped'),
    counted(others - known, 'row was not selected', 'rows were not selected'),
  ].join('');
}

/** The notice after an import: how many rows were added, of how many, and why others were not. */
export function importNotice(
  result: ImportResult,
  entity: Pick<ImportEntity<never>, 'singular' | 'plural'>,
  preview: ImportPreview | null = null,
): string {
  const { importedCount, duplicateCount, reversedCount = 0 } = result;
  const reversed = reversedCount.toLocaleString('en-GB');
  const removed =
    reversedCount === 0 ? '' : ` Removed ${reversed} stored ${nameFor(reversedCount, entity)} that the file reverses.`;
  // The reversal of a stored transaction is imported by removing it.
  const used = importedCount + reversedCount;
  const total = preview?.summary.totalRows ?? used;
  const of = total > used ? ` of ${total.toLocaleString('en-GB')}` : '';
  const imported = `Imported ${importedCount.toLocaleString('en-GB')}${of} ${nameFor(of === '' ? importedCount : total, entity)}.${removed}`;
  if (preview !== null) return imported + leftOut(result, used, preview);
  return imported + counted(duplicateCount, 'duplicate was skipped', 'duplicates were skipped');
}
