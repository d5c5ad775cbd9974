/** The mark: a line that holds, between two posts. Drawn in the current colour. */
export function BrandMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d="M3 2h3v6.5h8V2h3v16h-3v-6.5H6V18H3z" />
    </svg>
  );
}
