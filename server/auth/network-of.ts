/** The address or network for which tries are counted: a person has one IPv4 address, but a whole network of IPv6. */
import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A provider assigns at least a /64 to a home. */
const NETWORK_GROUPS = 4;

/** An IPv4 address as it is, an IPv6 address as its /64; IPv4 within IPv6 counts as IPv4. */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase();
  const inner = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/u.exec(plain)?.[1];
  if (inner !== undefined) return inner;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const all = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
