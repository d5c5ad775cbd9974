/** Broker cash balances (002 §3, §7). */
import { z } from './zod.ts';
import { checkBrokerCashBalance, checkBrokerCashChange } from '../domain/records/broker-cash-balance.ts';
import { BROKER_CASH_SORT_FIELDS } from '../domain/lists/broker-cash-list.ts';
import { BROKER_CASH_BALANCE, type BrokerCashBalance } from '../domain/records/records.ts';
import { bulkDeleteReply, checkedBody, SELECTION_BODY_BYTES, selectionBody } from './checked-body.ts';
import { idSchema, pageQueryShape, pageReplyShape, sortDirectionSchema, versionSchema, textSchema } from './common.ts';
import { IMPORT_CALLS, importResult, importSummary, previewItemShape } from './imports.ts';
import { shapeOf, shownShapeOf } from './record-schema.ts';
import { route } from './route.ts';

const { cashBalance, currency, notes, lastUpdated, ...locked } = shapeOf(BROKER_CASH_BALANCE);
const changing = { cashBalance, currency, notes };

/** A cash balance in synchronisation. */
export const brokerCashSchema = z.object({
  id: idSchema,
  ...locked,
  ...changing,
  lastUpdated,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<BrokerCashBalance>;

/** A cash balance with the names that a screen shows (002 §3). */
export const brokerCashView = brokerCashSchema.extend({ accountName: z.string(), brokerName: z.string() });
export type BrokerCashView = z.infer<typeof brokerCashView>;

/** The day from the device is our addition; without it the server's day is used. */
const ours = { lastUpdated: lastUpdated.exactOptional() };
const createShape = z.object({ id: idSchema.exactOptional(), ...locked, ...changing, ...ours });
const updateShape = z.object({ ...changing, ...ours });

const filterShape = { accountId: textSchema(64).optional(), taxWrapper: textSchema(30).optional() };

export const brokerCashPage = z.object({ brokerCashBalances: z.array(brokerCashView), ...pageReplyShape });

const { lastUpdated: _shown, ...shown } = shownShapeOf(BROKER_CASH_BALANCE);
const previewItem = z.object(shown);
export const brokerCashPreview = z.object({
  summary: importSummary,
  previewItems: z.array(z.object({ ...previewItemShape, item: previewItem.nullable() })),
});

const params = z.object({ id: idSchema });
const owns = { id: 'brokerCashBalance' } as const;
const refersTo = { accountId: 'account' } as const;

export const brokerCashRoutes = {
  paginated: route({
    method: 'GET',
    path: '/brokercashbalances/paginated',
    access: 'user',
    summary: 'A page of cash balances',
    query: z.object({
      ...pageQueryShape,
      ...filterShape,
      sortField: z.enum(BROKER_CASH_SORT_FIELDS).optional(),
      sortDirection: sortDirectionSchema.optional(),
    }),
    refersTo,
    reply: { status: 200, json: brokerCashPage },
  }),
  ids: route({
    method: 'GET',
    path: '/brokercashbalances/ids',
    access: 'user',
    summary: "The ids of all the user's cash balances",
    reply: { status: 200, json: z.array(idSchema) },
  }),
  exportCsv: route({
    method: 'GET',
    path: '/brokercashbalances/export-csv',
    access: 'user',
    summary: 'Cash balances that match the filters, as CSV',
    query: z.object(filterShape),
    refersTo,
    reply: { status: 200, csv: 'broker-cash-balances-export.csv' },
  }),
  exportCsvSelected: route({
    method: 'POST',
    path: '/brokercashbalances/export-csv-selected',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'The named cash balances as CSV',
    readOnly: true,
    body: selectionBody('brokerCashBalanceIds'),
    reply: { status: 200, csv: 'broker-cash-balances-export-selected.csv' },
  }),
  get: route({
    method: 'GET',
    path: '/brokercashbalances/:id',
    access: 'user',
    summary: 'One cash balance',
    params,
    owns,
    reply: { status: 200, json: brokerCashView },
  }),
  create: route({
    method: 'POST',
    path: '/brokercashbalances',
    access: 'user',
    summary: 'Record a cash balance',
    body: checkedBody('a cash balance', checkBrokerCashBalance),
    bodyShape: createShape,
    refersTo,
    reply: { status: 201, json: brokerCashView },
  }),
  update: route({
    method: 'PUT',
    path: '/brokercashbalances/:id',
    access: 'user',
    summary: 'Change the amount, currency or notes of a cash balance',
    params,
    owns,
    body: checkedBody('a cash balance', checkBrokerCashChange),
    bodyShape: updateShape,
    reply: { status: 200, json: brokerCashView },
  }),
  remove: route({
    method: 'DELETE',
    path: '/brokercashbalances/:id',
    access: 'user',
    summary: 'Delete a cash balance',
    params,
    owns,
    reply: { status: 204 },
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/brokercashbalances/bulk-delete',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'Delete cash balances',
    body: selectionBody('brokerCashBalanceIds'),
    reply: { status: 200, json: bulkDeleteReply },
  }),
  previewImport: route({
    ...IMPORT_CALLS.preview,
    path: '/brokercashbalances/preview-import',
    access: 'user',
    reply: { status: 200, json: brokerCashPreview },
  }),
  import: route({
    ...IMPORT_CALLS.all,
    path: '/brokercashbalances/import',
    access: 'user',
    reply: { status: 200, json: importResult },
  }),
  importSelected: route({
    ...IMPORT_CALLS.selected,
    path: '/brokercashbalances/import-selected',
    access: 'user',
  }),
} as const;
