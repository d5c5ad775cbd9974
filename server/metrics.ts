/**
 * Figures for Prometheus at `/metrics`, for a caller with the token; without a configured token the address does not
 * exist.
 */
import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { frameworkFailure } from './errors.ts';
import { hashSecret } from './auth/secrets.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Series {
  readonly labels: string;
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** A label's value as the text format requires it. */
function quoted(value: string): string {
  return `"${value.replace(/\\/gu, '\\\\').replace(/"/gu, '\\"').replace(/\n/gu, '\\n')}"`;
}

class RequestMetrics {
  private readonly series = new Map<string, Series>();

  observe(method: string, route: string, status: number, seconds: number): void {
    const labels = `method=${quoted(method)},route=${quoted(route)},status=${quoted(String(status))}`;
    const entry = this.series.get(labels) ?? { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    this.series.set(labels, entry);
    BUCKETS.forEach((bound, index) => {
      if (seconds <= bound) entry.buckets[index] = (entry.buckets[index] ?? 0) + 1;
    });
    entry.sum += seconds;
    entry.count += 1;
  }

  lines(): string[] {
    const name = 'holdfast_http_request_duration_seconds';
    const lines = [`# HELP ${name} Time from a request to its answer.`, `# TYPE ${name} histogram`];
    for (const { labels, buckets, sum, count } of this.series.values()) {
      BUCKETS.forEach((bound, index) => {
        lines.push(`${name}_bucket{${labels},le="${bound}"} ${buckets[index] ?? 0}`);
      });
      lines.push(
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      );
    }
    return lines;
  }
}

function gauge(name: string, help: string, value: number, type: 'gauge' | 'counter' = 'gauge'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
}

function isAllowed(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/iu.exec(request.headers.authorization ?? '')?.[1] ?? '';
  // Digests have equal length, so the comparison reveals nothing about the token.
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
}

/** Measures every request, and serves the figures; `isUp` returns whether the database answers. */
export function serveMetrics(app: FastifyInstance, config: Config, isUp: () => Promise<boolean>): void {
  const { metricsToken } = config;
  if (metricsToken === null) return;
  const requests = new RequestMetrics();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', () => {
    delay.disable();
  });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.get(`${config.basePath}metrics`, async (request, reply) => {
    if (!isAllowed(request, metricsToken)) {
      reply.code(401).header('www-authenticate', 'Bearer');
      return { ...frameworkFailure(404), code: 'unauthenticated' };
    }
    const { user, system } = process.cpuUsage();
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store');
    return [
      ...requests.lines(),
      ...gauge('holdfast_database_up', 'Whether the database answers.', (await isUp()) ? 1 : 0),
      ...gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'Delay of the event loop, 99th percentile.',
        delay.percentile(99) / 1e9,
      ),
      ...gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
      ...gauge('process_cpu_seconds_total', 'Processor time used by the process.', (user + system) / 1e6, 'counter'),
      ...gauge(
        'process_start_time_seconds',
        'When the process started.',
        Math.round(Date.now() / 1000 - process.uptime()),
      ),
      '',
    ].join('\n');
  });
}
