import { useSyncExternalStore } from 'react';
import { dayAt } from './zone-days';

/** Returns the current day in the time zone, such as `2026-11-30`. Updates within a minute after midnight. */
export function useToday(zone: string): string {
  return useSyncExternalStore(eachMinute, () => dayAt(Date.now(), zone));
}

function eachMinute(look: () => void): () => void {
  const timer = setInterval(look, 60_000);
  return () => clearInterval(timer);
}
