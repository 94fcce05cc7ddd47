import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../session/session';
import { readDraft, writeDraft } from './draft-storage';

/**
 * Returns the stored draft of an object. `store` saves a draft, so that it is available after a reload.
 * `store(undefined)` removes the draft.
 */
export function useDraft<D>(name: string): { stored: D | undefined; store: (draft: D | undefined) => void } {
  const { owner_id } = useSession();
  const [stored] = useState(() => readDraft<D>(owner_id, name));
  const store = useCallback((draft: D | undefined) => writeDraft(owner_id, name, draft), [owner_id, name]);
  return { stored, store };
}

/** Stores the draft after each change. An undefined draft removes the stored draft. */
export function useStored<D>(store: (draft: D | undefined) => void, draft: D | undefined): void {
  const text = JSON.stringify(draft);
  useEffect(() => store(text === undefined ? undefined : (JSON.parse(text) as D)), [store, text]);
}

export interface FormDraft<V extends object> {
  values: V;
  change: (part: Partial<V>) => void;
  isChanged: boolean;
  isRestored: boolean;
  discard: () => void;
}

/**
 * Returns the values of a form for a new object. The values are available after the user leaves or reloads the page.
 */
export function useFormDraft<V extends object>(name: string, initial: V): FormDraft<V> {
  const { stored, store } = useDraft<V>(name);
  const [values, setValues] = useState<V>({ ...initial, ...stored });
  const [isRestored, setRestored] = useState(stored !== undefined);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useStored(store, isChanged ? values : undefined);
  return {
    values,
    isChanged,
    isRestored: isRestored && isChanged,
    change: (part) => setValues((now) => ({ ...now, ...part })),
    discard: () => {
      store(undefined);
      setRestored(false);
      setValues(initial);
    },
  };
}
