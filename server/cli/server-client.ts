/** The API of a Holdfast server, as the terminal commands use it. */
import type { output, ZodType } from 'zod';
import { capitalGainsRoutes } from '../../contract/capital-gains.ts';
import { errorBody } from '../../contract/common.ts';
import { holdingRoutes } from '../../contract/holdings.ts';
import { OPERATOR_FACTS_FEATURE, operatorFactRoutes } from '../../contract/operator-facts.ts';
import { syncRoutes, type Change } from '../../contract/sync.ts';
import { NO_OPERATOR_FACTS, type OperatorFacts } from '../../domain/facts/operator-facts.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type { DisposalReply, HoldingReply } from '../services/portfolio-replies.ts';
import { CommandFailed, type RecordSource } from './record-source.ts';

interface Content {
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address of a server as it is typed: `https://holdfast.example.org` or one with a path. */
export function readServerAddress(text: string): URL {
  const address = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (address === null || !/^https?:$/u.test(address.protocol))
    throw new CommandFailed(`--server "${text}" is not an address: expected one such as https://holdfast.example.org.`);
  return address;
}

export class ServerClient implements RecordSource {
  readonly address: URL;
  private readonly token: string | null;

  constructor(address: URL, token: string | null) {
    this.address = address;
    this.token = token;
  }

  /**
   * The JSON of a reply. @throws CommandFailed with the server's message for a refusal, and where no server answers.
   */
  async call(method: 'GET' | 'POST', path: string, { json, form, headers = {} }: Content = {}): Promise<unknown> {
    const url = new URL(`api${path}`, this.address);
    const body = json === undefined ? form : JSON.stringify(json);
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(url, {
        method,
        headers: {
          // The device's name in the list of sessions.
          'user-agent': 'holdfast-terminal',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      text = await reply.text();
    } catch {
      throw new CommandFailed(`${this.address.href} does not answer.`);
    }
    const content = asJson(text);
    if (reply.ok) return content;
    const refusal = errorBody.safeParse(content);
    if (!refusal.success)
      throw new CommandFailed(
        `${this.address.href} answered with status ${reply.status}, not as a Holdfast server does.`,
      );
    const { message } = refusal.data;
    const isTokenRefused = reply.status === 401 && this.token !== null;
    throw new CommandFailed(isTokenRefused ? `${message} Run: holdfast login --server ${this.address.href}` : message);
  }

  /**
   * The reply as its route declares it. @throws CommandFailed also where something other than a Holdfast server answers
   */
  async read<T extends ZodType>(form: T, ...request: Parameters<ServerClient['call']>): Promise<output<T>> {
    const read = form.safeParse(await this.call(...request));
    if (!read.success) throw new CommandFailed(`${this.address.href} did not answer as a Holdfast server does.`);
    return read.data;
  }

  async disposals(taxYear: TaxYear, account: string | null): Promise<readonly DisposalReply[]> {
    const query = account === null ? '' : `?accountId=${encodeURIComponent(account)}`;
    return await this.read(capitalGainsRoutes.taxYear.reply.json, 'GET', `/capitalgains/tax-year/${taxYear}${query}`);
  }

  async holdings(asOf: string | null): Promise<readonly HoldingReply[]> {
    const query = asOf === null ? '' : `?asOfDate=${asOf}`;
    return await this.read(holdingRoutes.list.reply.json, 'GET', `/holdings${query}`);
  }

  /** Empty for an older server. */
  async operatorFacts(): Promise<OperatorFacts> {
    const { features } = await this.read(syncRoutes.capabilities.reply.json, 'GET', '/sync/capabilities');
    if (!features.includes(OPERATOR_FACTS_FEATURE)) return NO_OPERATOR_FACTS;
    return await this.read(operatorFactRoutes.get.reply.json, 'GET', '/operator-facts');
  }

  async records(scope: 'user' | 'shared'): Promise<readonly Change[]> {
    const all: Change[] = [];
    for (let since = '0'; ;) {
      const page = await this.read(
        syncRoutes.changes.reply.json,
        'GET',
        `/sync/changes?scope=${scope}&since=${since}&limit=5000`,
      );
      all.push(...page.changes);
      if (!page.hasMore) return all.filter(({ deleted }) => !deleted);
      since = page.cursor;
    }
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
