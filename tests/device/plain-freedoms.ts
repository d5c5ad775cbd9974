/** What the specification leaves open to a server, as switches before one: the same records, told in other ways. */
import { ASSET_CATEGORIES } from '../../domain/fields/enums.ts';
import { reply, type Server, type TestReply, type TestRequest } from './network.ts';

/** How a server uses its freedoms; a test changes them as it goes. */
export interface Freedoms {
  /** Ids and references are numbers, and must be sent as numbers. */
  numericIds: boolean;
  /** Asset categories are numeric codes, and must be sent as such. */
  categoryCodes: boolean;
  /** Every object has fields that no document names. */
  unknownFields: boolean;
  /** Paginated replies say nothing but their list. */
  listsWithoutTotals: boolean;
  /** Calls that are refused, by `METHOD /path`: the status and perhaps a message. */
  readonly refusals: Map<string, { readonly status: number; readonly message?: string }>;
  /** Waited for before each answer, by one that is slow. */
  wait: (() => Promise<void>) | null;
}

/** None used: ids are texts, categories names, replies as documented. */
export function noFreedoms(): Freedoms {
  return {
    numericIds: false,
    categoryCodes: false,
    unknownFields: false,
    listsWithoutTotals: false,
    refusals: new Map(),
    wait: null,
  };
}

const TOTALS = ['totalCount', 'totalPages', 'hasNextPage', 'hasPreviousPage', 'currentPage'];
const ID_FIELD = /^(?:id|\w+Id)$/u;
const CATEGORY_FIELD = /^(?:category|assetCategory)$/u;

/** The server with its freedoms used as they are set at each request. */
export function withFreedoms(server: Server, freedoms: Freedoms): Server {
  return async (request) => {
    await freedoms.wait?.();
    const path = new URL(request.url).pathname.replace(/^\/api/u, '');
    const refusal = freedoms.refusals.get(`${request.method} ${path}`);
    if (refusal !== undefined)
      return reply(refusal.status, refusal.message === undefined ? undefined : { message: refusal.message });
    const text = await request.text();
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    if (!isJson) return await told(await server(request), freedoms);
    const fault = faultIn(JSON.parse(text), freedoms);
    if (fault !== null) return reply(400, { message: fault });
    return await told(await server(withJson(request, heard(JSON.parse(text), freedoms))), freedoms);
  };
}

/** A body that writes an id or a category in another form than this server does. */
function faultIn(body: unknown, { numericIds, categoryCodes }: Freedoms): string | null {
  const listed = Array.isArray(body)
    ? body
    : Object.values(Object(body) as object).find((value) => Array.isArray(value));
  if (numericIds && Array.isArray(listed) && listed.some((id) => typeof id !== 'number')) return 'ids must be numbers';
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  for (const [field, value] of Object.entries(body)) {
    if (numericIds && ID_FIELD.test(field) && typeof value !== 'number') return `${field} must be a number`;
    if (categoryCodes && CATEGORY_FIELD.test(field) && typeof value !== 'number') return `${field} must be a code`;
  }
  return null;
}

function heard(body: unknown, { numericIds, categoryCodes }: Freedoms): unknown {
  return mapFields(body, (field, value) => {
    if (numericIds && ID_FIELD.test(field) && typeof value === 'number') return String(value);
    if (categoryCodes && CATEGORY_FIELD.test(field))
      return ASSET_CATEGORIES.find(({ code }) => code === value)?.value ?? value;
    return value;
  });
}

async function told(answer: TestReply, freedoms: Freedoms): Promise<TestReply> {
  if (answer.headers.get('content-type') !== 'application/json') return answer;
  const json: unknown = JSON.parse(await answer.text());
  const mapped = mapFields(json, (field, value) => {
    if (freedoms.numericIds && ID_FIELD.test(field) && typeof value === 'string' && /^\d+$/u.test(value))
      return Number(value);
    if (freedoms.categoryCodes && CATEGORY_FIELD.test(field))
      return ASSET_CATEGORIES.find((category) => category.value === value)?.code ?? value;
    return value;
  });
  return reply(answer.status, shaped(mapped, freedoms), Object.fromEntries(answer.headers));
}

function shaped(json: unknown, freedoms: Freedoms): unknown {
  if (Array.isArray(json)) return json.map((item) => shaped(item, freedoms));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json)
    .filter(([field]) => !freedoms.listsWithoutTotals || !TOTALS.includes(field))
    .map(([field, value]) => [field, shaped(value, freedoms)]);
  return { ...Object.fromEntries(entries), ...(freedoms.unknownFields ? { links: { self: '/unknown' } } : {}) };
}

function mapFields(json: unknown, change: (field: string, value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => mapFields(item, change));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([field, value]) => [field, change(field, mapFields(value, change))]),
  );
}

function withJson(request: TestRequest, json: unknown): TestRequest {
  const text = JSON.stringify(json);
  return {
    ...request,
    url: request.url,
    method: request.method,
    headers: request.headers,
    bytes: request.bytes,
    text: async () => await Promise.resolve(text),
    json: async () => await Promise.resolve(json),
  };
}
