import { useState } from 'react';

/** Returns the last defined value, so that a dialog keeps its content while it closes. */
export function useLast<T>(now: T | undefined): T | undefined {
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return last;
}
