import { type Asked, ConnectionError, StorewrightError, TimeoutError } from './errors';

/** One attempt to send an HTTP request. Applies the timeout and converts failures to errors of the SDK. */
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

  get signal(): AbortSignal {
    return this.limit.signal;
  }

  /**
   * Runs one step of the attempt to send a request, such as reading the body. The full timeout applies to
   * each step.
   */
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

/**
 * Returns the reason of a failed connection. Node.js throws "fetch failed" and stores the reason in `cause`.
 */
function reasonOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
