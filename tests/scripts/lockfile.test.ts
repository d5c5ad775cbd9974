/** What is installed is what was looked at: exact versions, each with the digest of its content. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as T;

it('names one version of each package, and the digest of what it contains', () => {
  const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json');
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.length).toBeGreaterThan(100);
  const unsure = installed.filter(
    ([, { version = '', integrity = '', link, resolved }]) =>
      link === true ||
      !/^\d+\.\d+\.\d+/u.test(version) ||
      !integrity.startsWith('sha512-') ||
      (resolved !== undefined && !resolved.startsWith('https://')),
  );
  expect(unsure.map(([path]) => path)).toEqual([]);
});

it('resolves each package that is shipped to a single version', () => {
  const { dependencies, optionalDependencies } =
    read<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>('package.json');
  expect(
    Object.entries({ ...dependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/u.test(version),
    ),
  ).toEqual([]);
});
