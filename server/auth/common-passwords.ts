/**
 * The most common passwords, from `@zxcvbn-ts/language-common` (MIT), in the order of their frequency in leaks. No
 * service is called.
 */

/** How many of them are refused (ASVS 5, 6.2.4), not counting those shorter than a password may be. */
const REFUSED_COUNT = 10_000;
const SHORTEST = 6;

let list: Promise<ReadonlySet<string>> | null = null;

/** Read when a password is first set, because most processes never need it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, REFUSED_COUNT));
}

/** True for one of the 10,000 most common passwords, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(password.toLowerCase());
}
