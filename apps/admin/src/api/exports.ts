import { problemOf, Problem } from './problem';
import { mediaType } from './request';
import { askWithToken } from './shop-api';
import type { StoreType } from './store';

/** All objects of a list, in its filters and order: docs/adr/exports.md. */
export interface ExportRequest {
  type: StoreType;
  filter: Record<string, string>;
  sort: string;
}

/** What of it is there. */
export interface ExportProgress {
  rows: number;
  bytes: number;
}

export interface ExportOptions {
  /** BCP 47 tag of the reader's language. */
  language: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/** How long its token must live still, in ms: an export ends with it. A new one has 15 minutes. */
const tokenMs = 600_000;

/** How long nothing may come, in ms; as long as the panel's server waits for the service. */
export const silenceMs = 60_000;

/**
 * All objects of a list as a CSV file. It is there when the end of the answer is, so that nobody takes a part for the whole: an answer that is
 * cut throws, as one that is refused or falls silent.
 */
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

/** Spreadsheet programs that write decimal commas expect semicolons between cells. Their language is usually that of the browser. */
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

/** Not every browser goes through a stream by itself. */
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
/** So much is handed to the browser at once, which may keep it on its disk. */
const partBytes = 4 * 1024 * 1024;
/** In front of the file (U+FEFF): without it Excel takes the bytes for those of another alphabet, and names are unreadable. */
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** The bytes of a CSV, as they come, and how many rows they are below the header. */
class CsvFile {
  private readonly parts = [new Blob([byteOrderMark])];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  private bytes = byteOrderMark.byteLength;
  private lines = 0;
  /** A line that breaks within quotes is of the same row. */
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
