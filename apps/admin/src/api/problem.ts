import { addTexts } from '../texts/catalogue';

/** One error object of a response. */
export interface ErrorObject {
  code: string;
  title: string;
  detail?: string;
  status?: string;
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: { attribute?: string; reason?: string };
}

/**
 * A failed request: a response with errors, or no response (`status` 0). The message comes from the service
 * and is English.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    /** HTTP status, or 0 if there is no response. */
    readonly status: number,
    readonly errors: readonly ErrorObject[] = [],
    /** Request id by which the operator finds the request in the log. */
    readonly requestId?: string,
    /** Seconds in the header Retry-After, or undefined if the response has no such header. */
    readonly retryAfter?: number,
  ) {
    super(errors.map(({ detail, title }) => detail ?? title).join(' ') || `status ${status}`);
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Minutes until a retry, at least 1. */
  get minutesToWait(): number {
    return Math.max(1, Math.ceil((this.retryAfter ?? 60) / 60));
  }

  /** True if a retry may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** True if the panel may retry automatically. After a full timeout the person decides. */
  get isWorthAnotherTry(): boolean {
    return this.isPassing && !this.has('no_answer_to_read');
  }
}

/** Returns the error for a request that timed out. A write can have happened nevertheless. */
export function noAnswer(kind: 'read' | 'write'): Problem {
  return new Problem(504, [{ code: `no_answer_to_${kind}`, title: 'No answer' }]);
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** Reads the error from a response. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => undefined)) as { errors?: ErrorObject[] } | undefined;
  // Loads the texts of errors, except after a 401, which opens the sign-in without a message. If loading
  // fails, the panel shows the texts of the service.
  if (response.status !== 401) await addTexts(['errors']).catch(() => undefined);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(
    response.status,
    body?.errors ?? [],
    response.headers.get('x-request-id') ?? undefined,
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

/**
 * Returns the errors by form field. The key is the name of the attribute. `source.pointer` points to the
 * attribute or to a value inside it. For a missing attribute, the pointer points to the object and
 * `meta.attribute` contains the name.
 */
export function fieldErrors(
  error: unknown,
  textOf: (error: ErrorObject) => string = ({ title }) => title,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const each of isProblem(error) ? error.errors : []) {
    const field = fieldOf(each);
    if (!field) continue;
    const text = textOf(each);
    // Omits duplicates, because several errors of a value can have the same text.
    if (!fields[field]?.includes(text)) (fields[field] ??= []).push(text);
  }
  return fields;
}

/** Returns the errors that belong to no field in `known`. The panel shows them beside the form. */
export function otherErrors(error: unknown, known: readonly string[]): ErrorObject[] {
  return isProblem(error) ? error.errors.filter((each) => !known.includes(fieldOf(each) ?? '')) : [];
}

/** Returns the name of the attribute to which the error applies. */
export function fieldOf({ source, meta }: ErrorObject): string | undefined {
  return /^\/data\/attributes\/([^/]+)/.exec(source?.pointer ?? '')?.[1] ?? meta?.attribute;
}
