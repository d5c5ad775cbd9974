/** Passes a file to the browser's downloads. */
export function saveFile({ fileName, blob }: { readonly fileName: string; readonly blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // The download keeps the data as soon as it has begun.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 1000);
}
