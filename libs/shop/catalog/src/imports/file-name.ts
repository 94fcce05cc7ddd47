const MAX_LENGTH = 255;

/**
 * Returns the file name in a Content-Disposition header (RFC 6266), without folders. Returns undefined if the
 * header is missing or the file name cannot be decoded.
 */
export function fileNameOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const encoded = /\bfilename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1];
  const plain = /\bfilename="([^"\\]*)"/i.exec(header)?.[1];
  const name = encoded === undefined ? plain : decoded(encoded);
  const last = name?.split(/[/\\]/).at(-1)?.replaceAll('\0', '').toWellFormed().slice(0, MAX_LENGTH);
  return last === undefined || last === '' ? undefined : last;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
