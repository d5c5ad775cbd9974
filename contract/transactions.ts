/** Transactions (000 §3.3, §3.7, §3.8, §7.3). */
import { z } from './zod.ts';
import type { RowNames } from '../domain/csv/exports/canonical-rows.ts';
import { CURRENCIES } from '../domain/fields/enums.ts';
import { TRANSACTION_SORT_FIELDS } from '../domain/lists/transaction-query.ts';
import { ACCOUNT_NAME_LIMIT, TRANSACTION, type Transaction } from '../domain/records/records.ts';
import { checkTransaction } from '../domain/records/transaction.ts';
import { accountSchema } from './accounts.ts';
import { brokerSchema } from './brokers.ts';
import { checkedBody, SELECTION_BODY_BYTES } from './checked-body.ts';
import {
  amountSchema,
  idSchema,
  isoDateSchema,
  optionSchema,
  pageQueryShape,
  pageReplyShape,
  sortDirectionSchema,
  textSchema,
  versionSchema,
} from './common.ts';
import { IMPORT_CALLS, importResult, importSelectedBody, importSummary, previewItemShape } from './imports.ts';
import { shapeOf } from './record-schema.ts';
import { idParams, recordRoutes } from './record-routes.ts';
import { route } from './route.ts';

/** A transaction's fields in the API; the optional ones are ours, and a plain server has none of them. */
const fields = shapeOf(TRANSACTION);

export const transactionSchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Transaction>;
export type TransactionRecord = z.infer<typeof transactionSchema>;

const transactionShape = z.object({ id: idSchema.exactOptional(), ...fields });

/** A transaction to write, checked by `domain/records/transaction.ts`. */
const transactionBody = checkedBody('a transaction', checkTransaction);

/** A row of the transaction list. */
export const transactionListItem = z.object({
  id: idSchema,
  accountId: idSchema,
  assetName: z.string(),
  accountName: z.string(),
  transactionTypeLabel: z.string(),
  taxWrapperLabel: z.string(),
  quantity: amountSchema<'quantity'>().nullable(),
  consideration: amountSchema<'pounds'>(),
  /** The amount that a cash event moved, in its currency; ours, like the type. */
  cashAmount: amountSchema<'money'>().exactOptional(),
  cashCurrency: z.enum(CURRENCIES).exactOptional(),
  transactionDate: isoDateSchema,
  version: versionSchema.exactOptional(),
});

const transactionPage = z.object({ transactions: z.array(transactionListItem), ...pageReplyShape });

const filterShape = {
  accountId: textSchema(64).optional(),
  taxWrapper: textSchema(30).optional(),
  assetCategory: textSchema(30).optional(),
};
const sortShape = {
  sortField: z.enum(TRANSACTION_SORT_FIELDS).optional(),
  sortDirection: sortDirectionSchema.optional(),
};

/** Without `page` and `pageSize` the whole list is returned (000 §7.3). */
const listQuery = z.object({
  page: pageQueryShape.page.unwrap().optional(),
  pageSize: pageQueryShape.pageSize.unwrap().optional(),
  ...filterShape,
  ...sortShape,
});
const searchQuery = z.object({ ...pageQueryShape, query: textSchema(200).default(''), ...filterShape, ...sortShape });
const exportQuery = z.object({ query: textSchema(200).optional(), ...filterShape });

const transactionFormData = z.object({
  transactionTypes: z.array(optionSchema),
  taxWrappers: z.array(optionSchema),
  brokers: z.array(brokerSchema),
  accounts: z.array(accountSchema),
});

/** A row of a file in the preview, with names instead of ids as in the file (`domain/csv/row-figures/preview.ts`). */
const previewTransaction = z.object({
  transactionDate: z.string(),
  transactionTypeLabel: z.string(),
  isin: z.string(),
  assetName: z.string(),
  quantity: amountSchema<'quantity'>().nullable(),
  consideration: amountSchema<'pounds'>().nullable(),
  localPrice: amountSchema<'price'>().nullable(),
  accountName: z.string(),
  brokerName: z.string(),
  taxWrapper: z.string(),
  brokerDealReference: z.string(),
});

export const transactionPreview = z.object({
  summary: importSummary,
  previewTransactions: z.array(z.object({ ...previewItemShape, transaction: previewTransaction })),
});

/**
 * The result of a row in the canonical form: the version of its record, 0 where it was deleted since, or why it was
 * refused.
 */
const rowOutcome = z.object({
  id: idSchema,
  version: z.int().min(0).exactOptional(),
  /** The record as it is stored, where it differs from the row. */
  record: transactionSchema.exactOptional(),
  refused: z.string().exactOptional(),
});
export type RowOutcome = z.infer<typeof rowOutcome>;

/**
 * Everything except the counts and messages is ours. `newAccounts` and `newBrokers`: the ids of accounts and deleted
 * brokers that were created for the rows. `rows`: for the canonical form, a result for each row in the order of the
 * request. `records`: for any other file, the ids and versions of the records that were written or already existed; a
 * record that differs from its row is returned in full, and one that was deleted since has the version 0.
 */
export const transactionImportResult = importResult.extend({
  records: z
    .array(z.object({ id: idSchema, version: z.int().min(0), record: transactionSchema.exactOptional() }))
    .exactOptional(),
  newAccounts: z.array(idSchema).exactOptional(),
  newBrokers: z.array(idSchema).exactOptional(),
  rows: z.array(rowOutcome).exactOptional(),
});

const rowNames = z.object({
  accounts: z.record(idSchema, textSchema(ACCOUNT_NAME_LIMIT)),
  brokers: z.record(idSchema, textSchema(100)),
  securities: z.record(z.string(), textSchema(200)),
}) satisfies z.ZodType<RowNames>;

const NO_NAMES: RowNames = { accounts: {}, brokers: {}, securities: {} };

/**
 * `layout` is ours: the file has rows in the canonical form (`domain/csv/exports/canonical-rows.ts`), all of them
 * selected. `names`, as JSON, has the names of the rows' accounts, brokers and securities, in case one must be created
 * again.
 */
const selectedTransactions = importSelectedBody.extend({
  layout: z.literal('canonical').exactOptional(),
  names: z
    .string()
    .max(1_000_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'JSON' });
        return z.NEVER;
      }
    })
    .pipe(rowNames)
    .default(NO_NAMES),
});

const owns = { id: 'transaction' } as const;
const refersTo = { accountId: 'account' } as const;
const idsBody = z.array(idSchema).max(100_000);

export const transactionRoutes = {
  list: route({
    method: 'GET',
    path: '/transactions/user',
    access: 'user',
    summary: "The user's transactions, whole or a page",
    query: listQuery,
    refersTo,
    reply: { status: 200, json: transactionPage },
  }),
  ids: route({
    method: 'GET',
    path: '/transactions/user/ids',
    access: 'user',
    summary: "The ids of all the user's transactions",
    reply: { status: 200, json: z.array(idSchema) },
  }),
  search: route({
    method: 'GET',
    path: '/transactions/search',
    access: 'user',
    summary: 'Transactions by asset name, ISIN, account, broker or reference',
    query: searchQuery,
    refersTo,
    reply: { status: 200, json: transactionPage },
  }),
  formData: route({
    method: 'GET',
    path: '/transactions/form-data',
    access: 'user',
    summary: 'Option lists of the transaction form',
    reply: { status: 200, json: transactionFormData },
  }),
  formDataFor: route({
    method: 'GET',
    path: '/transactions/form-data/:id',
    access: 'user',
    summary: 'Option lists and the transaction',
    params: idParams,
    owns,
    reply: { status: 200, json: transactionFormData.extend({ transaction: transactionSchema }) },
  }),
  exportCsv: route({
    method: 'GET',
    path: '/transactions/export-csv',
    access: 'user',
    summary: 'Transactions that match the filters, as CSV',
    query: exportQuery,
    refersTo,
    reply: { status: 200, csv: 'transactions-export.csv' },
  }),
  exportCsvSelected: route({
    method: 'POST',
    path: '/transactions/export-csv-selected',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'The named transactions as CSV',
    readOnly: true,
    body: z
      .union([idsBody, z.object({ transactionIds: idsBody })])
      .transform((body) => (Array.isArray(body) ? body : body.transactionIds)),
    reply: { status: 200, csv: 'transactions-export-selected.csv' },
  }),
  ...recordRoutes({
    path: '/transactions',
    access: 'user',
    writers: 'user',
    owned: 'transaction',
    refersTo,
    summaries: {
      get: 'One transaction',
      create: 'Record a transaction',
      update: 'Change a transaction',
      remove: 'Delete a transaction',
    },
    body: transactionBody,
    bodyShape: transactionShape,
    record: transactionSchema,
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/transactions/bulk-delete',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary:
      'Delete transactions. Our extension: with `versions` beside the ids, transactions that have another version are kept and returned in `left`',
    body: z
      .union([
        z
          .object({ transactionIds: idsBody, versions: z.array(versionSchema).exactOptional() })
          .refine(
            ({ transactionIds, versions }) => versions === undefined || versions.length === transactionIds.length,
            {
              path: ['versions'],
              error: 'as many versions as ids',
            },
          ),
        idsBody,
      ])
      .transform((body) => ('transactionIds' in body ? body : { transactionIds: body })),
    reply: {
      status: 200,
      json: z.object({ deletedCount: z.int().min(0), left: z.array(transactionSchema).exactOptional() }),
    },
  }),
  previewImport: route({
    ...IMPORT_CALLS.preview,
    path: '/transactions/preview-import',
    access: 'user',
    reply: { status: 200, json: transactionPreview },
  }),
  import: route({
    ...IMPORT_CALLS.all,
    path: '/transactions/import',
    access: 'user',
    reply: { status: 200, json: transactionImportResult },
  }),
  importSelected: route({
    ...IMPORT_CALLS.selected,
    path: '/transactions/import-selected',
    access: 'user',
    summary:
      'Import the named rows of the file; rows whose Id is already stored are skipped. Our extension: with `layout`, rows of fixed columns, each with its result in `rows`',
    body: selectedTransactions,
    reply: { status: 200, json: transactionImportResult },
  }),
} as const;
