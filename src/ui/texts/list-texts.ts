/**
 * The words of a list screen (000 §2.9, 001 §2.3, 002 §2): the texts of all lists, made from the name of their rows.
 */

export interface ListNames {
  /** 'savings account' */
  readonly singular: string;
  /** 'savings accounts' */
  readonly plural: string;
}

export interface ListTexts extends ListNames {
  /** The page's title. */
  readonly title: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly searchFailed: string;
  readonly selectAllFailed: string;
  readonly fetchForDeletionFailed: string;
  readonly deleteFailed: string;
  readonly exportFailed: string;
  readonly exportSelectedFailed: string;
  readonly exportNone: string;
  readonly exportAll: string;
  readonly exportSelected: (count: number) => string;
  readonly deleteNone: string;
  readonly deleteSelected: (count: number) => string;
  /** What the pager counts. */
  readonly results: string;
  /** The banner while a whole page is selected; null shows none. */
  readonly pageSelected: (count: number, total: number) => string | null;
  readonly selectAll: (total: number) => string;
  readonly allSelected: (total: number) => string;
  readonly importRows: string;
  readonly addRow: string;
  readonly confirmTitle: string;
  readonly confirmMessage: (count: number) => string;
  readonly confirmLabel: (count: number) => string;
  /** Heads the dialog when the rows cannot be deleted. */
  readonly refusalTitle: string;
}

/** The words for rows of that name; a screen that says something otherwise gives its own. */
export function listTexts({ singular, plural }: ListNames, own: Partial<ListTexts> = {}): ListTexts {
  return {
    singular,
    plural,
    title: titleCase(plural),
    loading: `Loading ${plural}...`,
    loadFailed: `Could not load ${plural}. Please try again later.`,
    searchFailed: `Could not search ${plural}. Please try again later.`,
    selectAllFailed: `Failed to select all ${plural}. Please try again.`,
    fetchForDeletionFailed: `Failed to fetch ${plural} for deletion. Please try again.`,
    deleteFailed: `Failed to delete selected ${plural}. Please try again.`,
    exportFailed: `Failed to export ${plural}. Please try again.`,
    exportSelectedFailed: `Failed to export selected ${plural}. Please try again.`,
    exportNone: `No ${plural} to export`,
    exportAll: `Export all ${plural} (filtered)`,
    exportSelected: (count) => `Export ${count} selected ${plural}`,
    deleteNone: `Select ${plural} to delete`,
    deleteSelected: (count) => `Delete ${count} selected ${plural}`,
    results: 'results',
    pageSelected: (count) => `${count} selected on this page.`,
    selectAll: (total) => `Select all ${total}`,
    allSelected: (total) => `All ${total} selected.`,
    importRows: `Import ${plural} from CSV`,
    addRow: `Add new ${singular}`,
    confirmTitle: 'Confirm Delete',
    confirmMessage: (count) =>
      `Are you sure you want to delete ${count} selected ${singular}(s)? This action cannot be undone.`,
    confirmLabel: (count) => `Delete ${count} ${titleCase(singular)}(s)`,
    refusalTitle: `Cannot Delete ${titleCase(plural)}`,
    ...own,
  };
}

/** 'savings accounts' as 'Savings Accounts', for titles. */
export function titleCase(words: string): string {
  return words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
