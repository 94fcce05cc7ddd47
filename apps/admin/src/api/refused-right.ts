import { isProblem } from './problem';

const listeners = new Set<() => void>();

/** Registers a listener for requests that fail because the user's role or shop membership does not allow them. */
export function onRefusedRight(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners if the user's role lacks a permission, and then rethrows the error. */
export function tellRefusedRight(error: unknown): never {
  const isRefused = isProblem(error) && (error.has('insufficient_role') || error.has('insufficient_scope'));
  if (isRefused) for (const listener of listeners) listener();
  throw error;
}

/**
 * Like `tellRefusedRight`, but also notifies the listeners after a 404, because the user is then no longer a member
 * of the shop.
 */
export function tellNoMember(error: unknown): never {
  if (isProblem(error) && error.status === 404) for (const listener of listeners) listener();
  return tellRefusedRight(error);
}
