import { addTexts } from '../texts/catalogue';

export interface ErrorObject {
  code: string;
  title: string;
  detail?: string;
  status?: string;
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: { attribute?: string; reason?: string };
}

/** A failed API request with the errors in the response. The message is the service's English message. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    /** HTTP status of the response. 0 means that there was no response. */
    readonly status: number,
    readonly errors: readonly ErrorObject[] = [],
    /** Id of the request in the operator's log. */
    readonly requestId?: string,
    readonly retryAfter?: number,
  ) {
    super(errors.map(({ detail, title }) => detail ?? title).join(' ') || `status ${status}`);
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Minutes until the user can retry the request, rounded up and at least 1. */
  get minutesToWait(): number {
    return Math.max(1, Math.ceil((this.retryAfter ?? 60) / 60));
  }

  /** True if a retry may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /**
   * True if the panel can repeat the request automatically. After a client-side timeout, the user decides whether to
   * retry.
   */
  get isWorthAnotherTry(): boolean {
    return this.isPassing && !this.has('no_answer_to_read');
  }
}

/** Returns the error for a request that timed out. A write can succeed without a response. */
export function noAnswer(kind: 'read' | 'write'): Problem {
  return new Problem(504, [{ code: `no_answer_to_${kind}`, title: 'No answer' }]);
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => undefined)) as { errors?: ErrorObject[] } | undefined;
  // Loads the translated error texts, except after a 401, which opens the sign-in dialog. If loading fails, the panel
  // shows the English error messages of the service.
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
 * Returns the error messages of a failed request, keyed by form field. The field comes from the attribute in
 * `source.pointer` or, if the attribute is missing in the request, from `meta.attribute`.
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

/** Returns the errors that refer to no field in `known`. The panel shows these errors beside the form. */
export function otherErrors(error: unknown, known: readonly string[]): ErrorObject[] {
  return isProblem(error) ? error.errors.filter((each) => !known.includes(fieldOf(each) ?? '')) : [];
}

export function fieldOf({ source, meta }: ErrorObject): string | undefined {
  return /^\/data\/attributes\/([^/]+)/.exec(source?.pointer ?? '')?.[1] ?? meta?.attribute;
}
