/** The addresses of the guide's pictures, which are files of the build and not part of any script. */
const FILES = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?no-inline',
});

/** Where the browser finds a picture in the present colours. */
export function pictureAddress(name: string, isDark: boolean): string {
  return FILES[`../../../docs/guide/pictures/${name}${isDark ? '-dark' : ''}.webp`] ?? '';
}
