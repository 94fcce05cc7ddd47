import { useState } from 'react';

/** What a dialog was about, also while it goes away. */
export function useLast<T>(now: T | undefined): T | undefined {
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return last;
}
