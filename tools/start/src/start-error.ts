/** An expected failure of `npm start`. The message is one line that contains the next step. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
