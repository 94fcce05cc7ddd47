import { isProblem } from './problem';

const listeners = new Set<() => void>();

/** Told when something was refused that the role of the person does not allow, or that needs a member. */
export function onRefusedRight(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells it of an error that says so, and throws the error on. */
export function tellRefusedRight(error: unknown): never {
  const isRefused = isProblem(error) && (error.has('insufficient_role') || error.has('insufficient_scope'));
  if (isRefused) for (const listener of listeners) listener();
  throw error;
}

/** Tells it where the shop is not there for this person any more, too. */
export function tellNoMember(error: unknown): never {
  if (isProblem(error) && error.status === 404) for (const listener of listeners) listener();
  return tellRefusedRight(error);
}
