import { type Asked, ConnectionError, StorewrightError, TimeoutError } from './errors';

/** One attempt of a request: its time limit, and what its failures are called. */
export class Attempt {
  private readonly limit = new AbortController();
  private readonly stop = (): void => this.limit.abort();

  constructor(
    private readonly asked: Asked,
    private readonly timeoutMs: number,
    private readonly given: AbortSignal | undefined,
  ) {
    given?.throwIfAborted();
    given?.addEventListener('abort', this.stop);
  }

  /** Ends with the attempt, by its caller or by its time limit. */
  get signal(): AbortSignal {
    return this.limit.signal;
  }

  /** A part of it, which has the whole time. */
  async part<T>(act: () => Promise<T>): Promise<T> {
    const timer = setTimeout(this.stop, this.timeoutMs);
    try {
      return await act();
    } catch (error) {
      if (error instanceof StorewrightError) throw error;
      this.given?.throwIfAborted();
      const what = `${this.asked.method} ${this.asked.url}`;
      if (this.signal.aborted) {
        const late = `${what} was not answered within ${this.timeoutMs} ms`;
        throw new TimeoutError(late, this.asked, { cause: error });
      }
      throw new ConnectionError(`${what} failed: ${reasonOf(error)}`, this.asked, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.given?.removeEventListener('abort', this.stop);
  }
}

/** What Node hides in the cause of "fetch failed". */
function reasonOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
