/** Savings accounts (002 §3, §7). */
import { z } from './zod.ts';
import { SAVINGS_SORT_FIELDS } from '../domain/lists/savings-list.ts';
import { SAVINGS_ACCOUNT, type SavingsAccount } from '../domain/records/records.ts';
import { checkSavingsAccount } from '../domain/records/savings-account.ts';
import { accountSchema } from './accounts.ts';
import { bulkDeleteReply, checkedBody, SELECTION_BODY_BYTES, selectionBody } from './checked-body.ts';
import {
  booleanQuery,
  idSchema,
  pageQueryShape,
  pageReplyShape,
  sortDirectionSchema,
  textSchema,
  versionSchema,
} from './common.ts';
import { IMPORT_CALLS, importSummary, previewItemShape } from './imports.ts';
import { shapeOf, shownShapeOf } from './record-schema.ts';
import { idParams, recordRoutes } from './record-routes.ts';
import { route } from './route.ts';

const fields = shapeOf(SAVINGS_ACCOUNT);

/** A savings account in synchronisation. */
export const savingsAccountSchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<SavingsAccount>;

/** A savings account with the names that a screen shows (002 §3). */
export const savingsAccountView = savingsAccountSchema.extend({
  bankName: z.string(),
  accountName: z.string(),
  isClosed: z.boolean(),
});
export type SavingsAccountView = z.infer<typeof savingsAccountView>;

const savingsAccountBody = checkedBody('a savings account', checkSavingsAccount);
const bodyShape = z.object({ id: idSchema.exactOptional(), ...fields });

const filterShape = { includeClosedAccounts: booleanQuery.default(true), accountId: textSchema(64).optional() };
const sortShape = { sortField: z.enum(SAVINGS_SORT_FIELDS).optional(), sortDirection: sortDirectionSchema.optional() };
const pageQuery = z.object({ ...pageQueryShape, ...filterShape, ...sortShape });

export const savingsAccountPage = z.object({ savingsAccounts: z.array(savingsAccountView), ...pageReplyShape });

/** An option of the bank field: active names (002 §3). */
const bankChoice = z.object({ id: idSchema, name: z.string() });
export const savingsFormData = z.object({ bankNames: z.array(bankChoice), accounts: z.array(accountSchema) });

const previewSavingsAccount = z.object(shownShapeOf(SAVINGS_ACCOUNT));
export const savingsPreview = z.object({
  summary: importSummary,
  previewSavingsAccounts: z.array(z.object({ ...previewItemShape, savingsAccount: previewSavingsAccount.nullable() })),
});

/**
 * The result of the import page and the quick import (002 §3); `skippedCount` counts rows with errors, `duplicateCount`
 * rows that already exist.
 */
export const savingsImportResult = z.object({
  successCount: z.int().min(0),
  skippedCount: z.int().min(0),
  updatedCount: z.int().min(0),
  duplicateCount: z.int().min(0),
  message: z.string(),
  errors: z.array(z.object({ rowNumber: z.int().min(1), message: z.string() })),
});

/** Both spellings of the account's field are accepted (002 §7). */
const importBody = z.object({
  defaultAccountId: textSchema(64).optional(),
  accountId: textSchema(64).optional(),
  updateExisting: booleanQuery.default(false),
});

const owns = { id: 'savingsAccount' } as const;
const refersTo = { accountId: 'account' } as const;

export const savingsAccountRoutes = {
  list: route({
    method: 'GET',
    path: '/savingsaccounts',
    access: 'user',
    summary: "The user's savings accounts by bank",
    query: z.object({ includeClosedAccounts: filterShape.includeClosedAccounts }),
    reply: { status: 200, json: z.array(savingsAccountView) },
  }),
  paginated: route({
    method: 'GET',
    path: '/savingsaccounts/paginated',
    access: 'user',
    summary: 'A page of savings accounts',
    query: pageQuery,
    refersTo,
    reply: { status: 200, json: savingsAccountPage },
  }),
  search: route({
    method: 'GET',
    path: '/savingsaccounts/search',
    access: 'user',
    summary: 'Savings accounts by bank, type, account, reference, sort code or number',
    query: pageQuery.extend({ query: textSchema(200).default('') }),
    refersTo,
    reply: { status: 200, json: savingsAccountPage },
  }),
  ids: route({
    method: 'GET',
    path: '/savingsaccounts/ids',
    access: 'user',
    summary: "The ids of all the user's savings accounts",
    reply: { status: 200, json: z.array(idSchema) },
  }),
  bankNames: route({
    method: 'GET',
    path: '/savingsaccounts/bank-names',
    access: 'user',
    summary: 'Active bank names',
    reply: { status: 200, json: z.array(bankChoice) },
  }),
  formData: route({
    method: 'GET',
    path: '/savingsaccounts/form-data',
    access: 'user',
    summary: 'Option lists of the savings account form',
    reply: { status: 200, json: savingsFormData },
  }),
  formDataFor: route({
    method: 'GET',
    path: '/savingsaccounts/form-data/:id',
    access: 'user',
    summary: 'Option lists and the savings account; its own bank is listed even when inactive',
    params: idParams,
    owns,
    reply: { status: 200, json: savingsFormData.extend({ savingsAccount: savingsAccountView }) },
  }),
  template: route({
    method: 'GET',
    path: '/savingsaccounts/template',
    access: 'user',
    summary: 'An empty file for the import page',
    reply: { status: 200, csv: 'bank-accounts-template.csv' },
  }),
  exportCsv: route({
    method: 'GET',
    path: '/savingsaccounts/export-csv',
    access: 'user',
    summary: 'Savings accounts that match the filters, as CSV',
    query: z.object({ query: textSchema(200).optional(), ...filterShape }),
    refersTo,
    reply: { status: 200, csv: 'savings-accounts-export.csv' },
  }),
  exportCsvSelected: route({
    method: 'POST',
    path: '/savingsaccounts/export-csv-selected',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'The named savings accounts as CSV',
    readOnly: true,
    body: selectionBody('savingsAccountIds'),
    reply: { status: 200, csv: 'savings-accounts-export-selected.csv' },
  }),
  ...recordRoutes({
    path: '/savingsaccounts',
    access: 'user',
    writers: 'user',
    owned: 'savingsAccount',
    refersTo,
    summaries: {
      get: 'One savings account',
      create: 'Record a savings account',
      update: 'Change a savings account',
      remove: 'Delete a savings account',
    },
    body: savingsAccountBody,
    bodyShape,
    record: savingsAccountView,
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/savingsaccounts/bulk-delete',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'Delete savings accounts',
    body: selectionBody('savingsAccountIds'),
    reply: { status: 200, json: bulkDeleteReply },
  }),
  previewImport: route({
    ...IMPORT_CALLS.preview,
    path: '/savingsaccounts/preview-import',
    access: 'user',
    body: importBody,
    reply: { status: 200, json: savingsPreview },
  }),
  import: route({
    ...IMPORT_CALLS.all,
    path: '/savingsaccounts/import',
    access: 'user',
    summary: 'Import every valid row of the file into an account',
    body: importBody,
    refersTo: { defaultAccountId: 'account', accountId: 'account' },
    reply: { status: 200, json: savingsImportResult },
  }),
  importSelected: route({
    ...IMPORT_CALLS.selected,
    path: '/savingsaccounts/import-selected',
    access: 'user',
  }),
} as const;
