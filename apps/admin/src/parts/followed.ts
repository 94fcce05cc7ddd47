import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Reloads the queries below `key` every `everyMs` milliseconds while `isOn` is true and the page is visible. */
export function useFollowed(key: QueryKey, isOn: boolean, everyMs: number): void {
  const queries = useQueryClient();
  const name = JSON.stringify(key);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: JSON.parse(name) as QueryKey });
    }, everyMs);
    return () => clearInterval(timer);
  }, [queries, name, isOn, everyMs]);
}
