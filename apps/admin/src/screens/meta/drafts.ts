import { useState } from 'react';
import { textOf } from '../../parts/json/format';
import { useDraft as useStoredDraft, useStored } from '../../parts/unsaved/drafts';
import type { Mode } from './changes';
import type { Known } from './meta-api';

export interface Draft {
  /** Version of the meta object before the edits. */
  base: Known;
  text: string;
  mode: Mode;
  /** Edits that the user has replaced with the newer version. */
  aside?: string | undefined;
}

/** Caches the text of each object version, because every key press compares the edits with that text. */
const texts = new WeakMap<Known, string>();

/** Returns the `data` of a meta object's version as editable text. */
export function textOfVersion(known: Known): string {
  let text = texts.get(known);
  if (text === undefined) texts.set(known, (text = textOf(known.object.attributes.data)));
  return text;
}

export function draftOf(known: Known, mode: Mode = 'replace'): Draft {
  return { base: known, text: textOfVersion(known), mode };
}

export function isTouched({ base, text, aside }: Draft): boolean {
  return aside !== undefined || text !== textOfVersion(base);
}

interface Editing {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Discards the edits and shows the object version `known`. */
  restart: (known: Known) => void;
  isTouched: boolean;
  /** True if the unsaved edits come from a stored draft. */
  isRestored: boolean;
}

/** Form state for editing a meta object. The form shows the newest version until the user changes the text. */
export function useDraft(latest: Known): Editing {
  const { stored, store } = useStoredDraft<Draft>(`meta/${latest.object.id}`);
  const [isRestored, setRestored] = useState(stored !== undefined);
  const [draft, setDraft] = useState(stored ?? draftOf(latest));
  const touched = isTouched(draft);
  if (!touched && draft.base.etag !== latest.etag) setDraft(draftOf(latest, draft.mode));
  useStored(store, touched ? draft : undefined);
  return {
    draft,
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
    restart: (known) => {
      store(undefined);
      setRestored(false);
      setDraft(draftOf(known, draft.mode));
    },
    isTouched: touched,
    isRestored: isRestored && touched,
  };
}
