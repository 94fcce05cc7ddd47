import { addTexts } from '../texts/catalogue';

/** One error object of an answer. */
export interface ErrorObject {
  code: string;
  title: string;
  detail?: string;
  status?: string;
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: { attribute?: string; reason?: string };
}

/** A request that was answered with errors, or not at all (`status` 0). Its message is written by the service, in English. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    /** The HTTP status; 0 where no answer came. */
    readonly status: number,
    readonly errors: readonly ErrorObject[] = [],
    /** Finds the request in the log of the service. */
    readonly requestId?: string,
    /** Seconds to wait, where the service named them. */
    readonly retryAfter?: number,
  ) {
    super(errors.map(({ detail, title }) => detail ?? title).join(' ') || `status ${status}`);
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Before another try; at least one. */
  get minutesToWait(): number {
    return Math.max(1, Math.ceil((this.retryAfter ?? 60) / 60));
  }

  /** Whether the same request may well be answered a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** Whether to ask again by oneself. Who has waited for the whole time limit is told, and decides. */
  get isWorthAnotherTry(): boolean {
    return this.isPassing && !this.has('no_answer_to_read');
  }
}

/** No answer came in time. A write may have been done all the same. */
export function noAnswer(kind: 'read' | 'write'): Problem {
  return new Problem(504, [{ code: `no_answer_to_${kind}`, title: 'No answer' }]);
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** The problem of an answer whose status says that it is none. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => undefined)) as { errors?: ErrorObject[] } | undefined;
  // Who is not signed in is asked to, without words about it. Where they can't be had, the service's own are shown.
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
 * The errors that belong to fields, by the attribute's name, as a form takes them. `source.pointer` names the attribute (or a value inside of
 * it); for one that is missing it names their object, and `meta.attribute` the attribute. `own`: in words of the panel.
 */
export function fieldErrors(
  error: unknown,
  own: (error: ErrorObject) => string | undefined = () => undefined,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const each of isProblem(error) ? error.errors : []) {
    const field = fieldOf(each);
    if (!field) continue;
    const text = own(each) ?? atField(field, each.detail ?? each.title);
    // Several things may be wrong with a value, and one text says how it has to be.
    if (!fields[field]?.includes(text)) (fields[field] ??= []).push(text);
  }
  return fields;
}

/** The errors that belong to no field of `known`, to be shown beside the form. */
export function otherErrors(error: unknown, known: readonly string[]): ErrorObject[] {
  return isProblem(error) ? error.errors.filter((each) => !known.includes(fieldOf(each) ?? '')) : [];
}

/** Messages begin with the attribute's name; at its field that is said already. */
function atField(field: string, message: string): string {
  return message.startsWith(`${field} `) ? `It ${message.slice(field.length + 1)}` : message;
}

/** The attribute that an error is about. */
export function fieldOf({ source, meta }: ErrorObject): string | undefined {
  return /^\/data\/attributes\/([^/]+)/.exec(source?.pointer ?? '')?.[1] ?? meta?.attribute;
}
