/** Properties and their price history (002 §3, §7). */
import { z } from './zod.ts';
import { PROPERTY_SORT_FIELDS } from '../domain/lists/property-list.ts';
import { checkProperty, checkPropertyPrice } from '../domain/records/property.ts';
import { PROPERTY, PROPERTY_PRICE, type Property, type PropertyPrice } from '../domain/records/records.ts';
import { bulkDeleteReply, checkedBody, SELECTION_BODY_BYTES, selectionBody } from './checked-body.ts';
import {
  amountSchema,
  idSchema,
  pageQueryShape,
  pageReplyShape,
  sortDirectionSchema,
  versionSchema,
  textSchema,
} from './common.ts';
import { shapeOf } from './record-schema.ts';
import { idParams, recordRoutes } from './record-routes.ts';
import { route } from './route.ts';

const money = amountSchema<'money'>();
const fields = shapeOf(PROPERTY);

/** A property in synchronisation. */
export const propertySchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Property>;

/** A property with its account's name and its value (002 §3). */
export const propertyView = propertySchema.extend({
  accountName: z.string(),
  currentPrice: money.nullable(),
  unrealizedGainLoss: money.nullable(),
  unrealizedGainLossPercentage: amountSchema<'percent'>().nullable(),
});
export type PropertyView = z.infer<typeof propertyView>;

const { propertyId, ...priceFields } = shapeOf(PROPERTY_PRICE);

/** An entry of the price history; `propertyId` is ours. */
export const propertyPriceSchema = z.object({
  id: idSchema,
  propertyId,
  ...priceFields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<PropertyPrice>;
export type PropertyPriceRecord = z.infer<typeof propertyPriceSchema>;

export const propertyPage = z.object({ properties: z.array(propertyView), ...pageReplyShape });

const propertyBody = checkedBody('a property', checkProperty);
const bodyShape = z.object({ id: idSchema.exactOptional(), ...fields });
const priceBody = checkedBody('a price of a property', checkPropertyPrice);
const priceShape = z.object({ id: idSchema.exactOptional(), ...priceFields });

const owns = { id: 'property' } as const;
const priceParams = z.object({ id: idSchema, priceHistoryId: idSchema });
const ownsPrice = { id: 'property', priceHistoryId: 'propertyPrice' } as const;
const refersTo = { accountId: 'account' } as const;

export const propertyRoutes = {
  list: route({
    method: 'GET',
    path: '/properties',
    access: 'user',
    summary: "The user's properties, newest purchase first",
    reply: { status: 200, json: z.array(propertyView) },
  }),
  paginated: route({
    method: 'GET',
    path: '/properties/paginated',
    access: 'user',
    summary: 'A page of properties',
    query: z.object({
      ...pageQueryShape,
      accountId: textSchema(64).optional(),
      sortField: z.enum(PROPERTY_SORT_FIELDS).default('datePurchased'),
      sortDirection: sortDirectionSchema.default('desc'),
    }),
    refersTo,
    reply: { status: 200, json: propertyPage },
  }),
  ids: route({
    method: 'GET',
    path: '/properties/ids',
    access: 'user',
    summary: "The ids of all the user's properties",
    reply: { status: 200, json: z.array(idSchema) },
  }),
  ...recordRoutes({
    path: '/properties',
    access: 'user',
    writers: 'user',
    owned: 'property',
    refersTo,
    summaries: {
      get: 'One property',
      create: 'Record a property',
      update: 'Change a property',
      remove: 'Delete a property with its price history',
    },
    body: propertyBody,
    bodyShape,
    record: propertyView,
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/properties/bulk-delete',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'Delete properties with their price histories',
    body: selectionBody('propertyIds'),
    reply: { status: 200, json: bulkDeleteReply },
  }),
  prices: route({
    method: 'GET',
    path: '/properties/:id/price-history',
    access: 'user',
    summary: 'The price history, newest first',
    params: idParams,
    owns,
    reply: { status: 200, json: z.array(propertyPriceSchema) },
  }),
  createPrice: route({
    method: 'POST',
    path: '/properties/:id/price-history',
    access: 'user',
    summary: 'Add a price',
    params: idParams,
    owns,
    body: priceBody,
    bodyShape: priceShape,
    reply: { status: 201, json: propertyPriceSchema },
  }),
  updatePrice: route({
    method: 'PUT',
    path: '/properties/:id/price-history/:priceHistoryId',
    access: 'user',
    summary: 'Change a price',
    params: priceParams,
    owns: ownsPrice,
    body: priceBody,
    bodyShape: priceShape,
    reply: { status: 200, json: propertyPriceSchema },
  }),
  removePrice: route({
    method: 'DELETE',
    path: '/properties/:id/price-history/:priceHistoryId',
    access: 'user',
    summary: 'Delete a price',
    params: priceParams,
    owns: ownsPrice,
    reply: { status: 204 },
  }),
} as const;
