import type { BadgeTone } from '../../../ui/messages/status-badge.tsx';

/** Healthy or success green; failed or not found red; anything else yellow (002 §4). */
export function statusTone(status: string): BadgeTone {
  const word = status.toLowerCase();
  if (word === 'healthy' || word === 'success') return 'good';
  return word === 'failed' || word === 'notfound' ? 'bad' : 'warning';
}

/** Error and fatal red; warning yellow; information blue; debug and verbose grey (002 §4). */
export function levelTone(level: string): BadgeTone {
  const word = level.toLowerCase();
  if (word === 'error' || word === 'fatal') return 'bad';
  if (word === 'warning' || word === 'warn') return 'warning';
  return word === 'information' || word === 'info' ? 'notice' : 'quiet';
}

/** Healthy green, warning yellow, critical red (002 §4). */
export function healthTone(status: 'healthy' | 'warning' | 'critical'): BadgeTone {
  return ({ healthy: 'good', warning: 'warning', critical: 'bad' } as const)[status];
}
