/** An expected failure. Its message is one line that names the next step. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
