/** Request bodies whose rules are in `domain`: the same check as in the form, and the id that the device created. */
import { z } from './zod.ts';
import type { Checked } from '../domain/fields/issue.ts';
import { issueText } from '../domain/records/issue-text.ts';
import { clientIdSchema, idSchema } from './common.ts';

/**
 * Reads an object by a domain check and reports every issue under its field. `what` names the record in the message for
 * input that is not an object.
 */
export function checkedBody<F extends object>(
  what: string,
  check: (input: Readonly<Record<string, unknown>>) => Checked<F>,
) {
  return z.unknown().transform((raw, context): F & { readonly id?: string } => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      context.issues.push({ code: 'custom', input: raw, message: what });
      return z.NEVER;
    }
    const given = (raw as { id?: unknown }).id;
    const id = given === undefined || given === null ? undefined : clientIdSchema.safeParse(given);
    if (id?.success === false) context.issues.push({ code: 'custom', input: given, path: ['id'], message: 'a UUID' });
    const checked = check(raw as Readonly<Record<string, unknown>>);
    if (checked.ok) return id?.success === true ? { id: id.data, ...checked.value } : checked.value;
    for (const issue of checked.issues)
      context.issues.push({
        code: 'custom',
        input: issue.value,
        path: [issue.field],
        message: issueText(issue),
        params: { issue },
      });
    return z.NEVER;
  });
}

/** The most bytes of a JSON body with many records or ids: room for 100,000 ids. */
export const SELECTION_BODY_BYTES = 5 * 1024 * 1024;

const ids = z.array(idSchema).min(1).max(100_000);

/**
 * A bulk selection of at least one record: an array of ids, or an object with the array as `ids` or under the entity's
 * own name.
 */
export function selectionBody(name: string) {
  return z
    .union([ids, z.object({ [name]: ids }), z.object({ ids })])
    .transform((body): readonly string[] =>
      Array.isArray(body) ? body : ((body as Record<string, string[]>)[name] ?? (body as { ids: string[] }).ids),
    );
}

export const bulkDeleteReply = z.object({ deletedCount: z.int().min(0) });
