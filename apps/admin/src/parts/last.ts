import { useState } from 'react';

/** Keeps the last defined value, for a dialog's content while the dialog closes. */
export function useLast<T>(now: T | undefined): T | undefined {
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return last;
}
