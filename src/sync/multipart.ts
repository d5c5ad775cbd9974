/** Requests as multipart/form-data, with a boundary of the entry's own, so that a repeat has the same bytes. */

export interface FilePart {
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** Body and content type of a form of text fields, and of a file after them. */
export function multipart(
  key: string,
  fields: Readonly<Record<string, string>>,
  file: FilePart | null,
): { readonly body: Uint8Array<ArrayBuffer>; readonly contentType: string } {
  const boundary = `holdfast-${key}`;
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file !== null) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file.name}"; filename="${quoted(file.fileName)}"\r\nContent-Type: ${file.type}\r\n\r\n`;
    parts.push(
      encoder.encode(head),
      typeof file.content === 'string' ? encoder.encode(file.content) : file.content,
      encoder.encode('\r\n'),
    );
  }
  parts.push(encoder.encode(`--${boundary}--\r\n`));
  return { body: joined(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}

/** As browsers write names in a form: the few characters that would end the header are escaped. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
