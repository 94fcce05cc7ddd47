import { isProblem } from './problem';

const listeners = new Set<() => void>();

/** Registers a listener for requests that were rejected because of the person's role or membership. */
export function onRefusedRight(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies listeners if the role lacks a right, and throws the error. */
export function tellRefusedRight(error: unknown): never {
  const isRefused = isProblem(error) && (error.has('insufficient_role') || error.has('insufficient_scope'));
  if (isRefused) for (const listener of listeners) listener();
  throw error;
}

/** Also notifies listeners after a 404, because the person is no longer a member of the shop. */
export function tellNoMember(error: unknown): never {
  if (isProblem(error) && error.status === 404) for (const listener of listeners) listener();
  return tellRefusedRight(error);
}
