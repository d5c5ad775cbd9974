/** Receipts and documents of transactions (000 §3.6, §7.6). */
import { z } from './zod.ts';
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_DESCRIPTION_LIMIT,
  RECEIPT_TYPES,
  type ReceiptType,
} from '../domain/records/receipt.ts';
import { RECEIPT, type Receipt } from '../domain/records/receipt-record.ts';
import { clientIdSchema, idSchema, textSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

/**
 * A receipt in synchronisation: the data about the file, without the file. `transactionId`, `fileSize` and `sha256` are
 * ours.
 */
export const receiptSchema = z.object({
  id: idSchema,
  ...shapeOf(RECEIPT),
  sha256: z.string().regex(/^[\da-f]{64}$/u),
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Receipt>;
export type ReceiptRecord = z.infer<typeof receiptSchema>;

/** A receipt as a screen shows it. */
export const receiptView = receiptSchema.extend({ fileSizeFormatted: z.string() });
export type ReceiptView = z.infer<typeof receiptView>;

/** Empty text means none, because a form cannot send null. */
const receiptType = z
  .enum([...RECEIPT_TYPES.map(({ value }) => value), ''])
  .nullable()
  .transform((type): ReceiptType | null => (type === '' ? null : type));
const details = {
  receiptType: receiptType.exactOptional(),
  description: textSchema(RECEIPT_DESCRIPTION_LIMIT, { multiline: true }).exactOptional(),
};

const params = z.object({ id: idSchema });
const owns = { id: 'receipt' } as const;

export const receiptRoutes = {
  upload: route({
    method: 'POST',
    path: '/transactionreceipts/upload',
    access: 'user',
    summary: 'Attach a PDF or an image to a transaction',
    multipart: ['file'],
    maxFileBytes: MAX_RECEIPT_BYTES,
    body: z.object({ id: clientIdSchema.exactOptional(), transactionId: idSchema, ...details }),
    refersTo: { transactionId: 'transaction' },
    reply: { status: 201, json: receiptView, locatedAt: '/transactionreceipts' },
  }),
  ofTransaction: route({
    method: 'GET',
    path: '/transactionreceipts/transaction/:transactionId',
    access: 'user',
    summary: 'The receipts of a transaction, newest first',
    params: z.object({ transactionId: idSchema }),
    owns: { transactionId: 'transaction' },
    reply: { status: 200, json: z.array(receiptView) },
  }),
  get: route({
    method: 'GET',
    path: '/transactionreceipts/:id',
    access: 'user',
    summary: 'One receipt',
    params,
    owns,
    reply: { status: 200, json: receiptView },
  }),
  download: route({
    method: 'GET',
    path: '/transactionreceipts/:id/download',
    access: 'user',
    summary: 'A link to the file that works for some minutes without a token; relative to the address of the API',
    params,
    owns,
    reply: { status: 200, json: z.object({ downloadUrl: z.string() }) },
  }),
  file: route({
    method: 'GET',
    path: '/transactionreceipts/file/:link',
    access: 'public',
    extension: true,
    summary: 'The file behind a download link',
    params: z.object({ link: z.string().regex(/^[\w.-]{1,200}$/u) }),
    reply: { status: 200, file: true },
  }),
  update: route({
    method: 'PUT',
    path: '/transactionreceipts/:id',
    access: 'user',
    summary: 'Change type and description; a field that is not sent keeps its value, an empty one is cleared',
    params,
    owns,
    form: true,
    body: z.object(details),
    reply: { status: 200, json: receiptView },
  }),
  remove: route({
    method: 'DELETE',
    path: '/transactionreceipts/:id',
    access: 'user',
    summary: 'Delete a receipt and its file',
    params,
    owns,
    reply: { status: 204 },
  }),
} as const;
