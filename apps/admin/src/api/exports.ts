import { problemOf, Problem } from './problem';
import { mediaType } from './request';
import { askWithToken } from './shop-api';
import type { StoreType } from './store';

/** A request to export all objects that match a list's filters, in the list's sort order (docs/adr/exports.md). */
export interface ExportRequest {
  type: StoreType;
  filter: Record<string, string | Record<string, string>>;
  sort: string;
}

export interface ExportProgress {
  rows: number;
  bytes: number;
}

export interface ExportOptions {
  /** BCP 47 tag of the user's language. */
  language: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/**
 * Minimum remaining token lifetime in milliseconds, because the API aborts an export when the token expires. New
 * tokens are valid for 15 minutes.
 */
const tokenMs = 600_000;

/**
 * Time in milliseconds without data after which a download fails. Equals the timeout of the panel's web
 * server.
 */
export const silenceMs = 60_000;

/** Downloads all objects of a list as a CSV file. Throws if the response is rejected, truncated or stalled. */
export async function exportCsv(
  shopId: string,
  request: ExportRequest,
  options: ExportOptions,
): Promise<Blob> {
  const silent = new AbortController();
  const signal = AbortSignal.any([options.signal, silent.signal]);
  let timer = setTimeout(() => silent.abort(), silenceMs);
  try {
    const response = await askWithToken(
      shopId,
      (token) => begun(request, options.language, token, signal),
      tokenMs,
    );
    const file = new CsvFile();
    for await (const chunk of chunksOf(response)) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silenceMs);
      options.onProgress(file.add(chunk));
    }
    return file.blob();
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof Problem ? error : new Problem(0);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the CSV delimiter for a language. Spreadsheet programs expect semicolons in languages with a
 * decimal comma.
 */
export function delimiterOf(language: string): ',' | ';' {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return decimal?.value === ',' ? ';' : ',';
}

async function begun(
  { type, filter, sort }: ExportRequest,
  language: string,
  token: string,
  signal: AbortSignal,
): Promise<Response> {
  const attributes = { resource_type: type, filter, sort, delimiter: delimiterOf(language) };
  const response = await fetch('/api/exports', {
    method: 'POST',
    headers: { accept: 'text/csv', 'content-type': mediaType, authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: { type: 'exports', attributes } }),
    credentials: 'same-origin',
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Uses a stream reader, because some browsers cannot iterate over streams. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const quote = 0x22;
const newLine = 0x0a;
/**
 * Size in bytes at which collected chunks become a Blob. Browsers can move a completed Blob from memory to
 * disk.
 */
const partBytes = 4 * 1024 * 1024;
/** U+FEFF, the byte order mark. Excel needs the mark to detect UTF-8. */
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

class CsvFile {
  private readonly parts = [new Blob([byteOrderMark])];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  private bytes = byteOrderMark.byteLength;
  private lines = 0;
  /** True inside a quoted CSV value, in which a line break does not end the row. */
  private isQuoted = false;

  add(chunk: Uint8Array<ArrayBuffer>): ExportProgress {
    for (const byte of chunk) {
      if (byte === quote) this.isQuoted = !this.isQuoted;
      else if (byte === newLine && !this.isQuoted) this.lines += 1;
    }
    this.bytes += chunk.byteLength;
    this.held += chunk.byteLength;
    this.chunks.push(chunk);
    if (this.held >= partBytes) this.handOver();
    return { rows: Math.max(0, this.lines - 1), bytes: this.bytes };
  }

  blob(): Blob {
    this.handOver();
    return new Blob(this.parts, { type: 'text/csv;charset=utf-8' });
  }

  private handOver(): void {
    this.parts.push(new Blob(this.chunks));
    [this.chunks, this.held] = [[], 0];
  }
}
