/** A file as text, as the bundler delivers it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
