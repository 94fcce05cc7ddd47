import { addTexts } from '../texts/catalogue';

export interface ErrorObject {
  code: string;
  title: string;
  detail?: string;
  status?: string;
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: { attribute?: string; reason?: string };
}

/**
 * A failed API request, with the errors of the response. `status` is 0 if there was no response. The message
 * comes from the service and is in English.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    /** HTTP status, or 0 if there was no response. */
    readonly status: number,
    readonly errors: readonly ErrorObject[] = [],
    /** Request id, by which the operator can find the request in the log. */
    readonly requestId?: string,
    /** Seconds from the Retry-After header, or undefined without this header. */
    readonly retryAfter?: number,
  ) {
    super(errors.map(({ detail, title }) => detail ?? title).join(' ') || `status ${status}`);
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Whole minutes until a retry, at least 1. */
  get minutesToWait(): number {
    return Math.max(1, Math.ceil((this.retryAfter ?? 60) / 60));
  }

  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /**
   * True if the panel may retry automatically. After a client-side timeout, the user decides whether to
   * retry.
   */
  get isWorthAnotherTry(): boolean {
    return this.isPassing && !this.has('no_answer_to_read');
  }
}

/**
 * Returns the error for a request that timed out. A write may have succeeded although its response is
 * missing.
 */
export function noAnswer(kind: 'read' | 'write'): Problem {
  return new Problem(504, [{ code: `no_answer_to_${kind}`, title: 'No answer' }]);
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => undefined)) as { errors?: ErrorObject[] } | undefined;
  // Loads the error texts, except after a 401, which opens the sign-in dialog without a message. If loading
  // fails, the panel shows the English messages of the service.
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
 * Returns the error messages of a failed request, keyed by form field. The field is the attribute in
 * `source.pointer`. For a missing attribute, it is `meta.attribute`.
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
    if (!fields[field]?.includes(text)) (fields[field] ??= []).push(text);
  }
  return fields;
}

/** Returns the errors that apply to no field in `known`. The panel shows these errors beside the form. */
export function otherErrors(error: unknown, known: readonly string[]): ErrorObject[] {
  return isProblem(error) ? error.errors.filter((each) => !known.includes(fieldOf(each) ?? '')) : [];
}

/** Returns the name of the attribute that an error refers to. */
export function fieldOf({ source, meta }: ErrorObject): string | undefined {
  return /^\/data\/attributes\/([^/]+)/.exec(source?.pointer ?? '')?.[1] ?? meta?.attribute;
}
