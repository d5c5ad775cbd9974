/** The logo: an H whose bar extends past its posts, like a cleat. In the current colour. */
export function BrandMark({ size = 18 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d="M3 0h4v8h6V0h4v8h3v4h-3v8h-4v-8H7v8H3v-8H0V8h3z" />
    </svg>
  );
}
