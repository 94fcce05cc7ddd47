import { useSyncExternalStore } from 'react';
import { dayAt } from './zone-days';

/** The day that it is in the zone, `2026-11-30`; within a minute of its end the next one. */
export function useToday(zone: string): string {
  return useSyncExternalStore(eachMinute, () => dayAt(Date.now(), zone));
}

function eachMinute(look: () => void): () => void {
  const timer = setInterval(look, 60_000);
  return () => clearInterval(timer);
}
