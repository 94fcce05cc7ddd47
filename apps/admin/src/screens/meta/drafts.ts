import { useState } from 'react';
import { textOf } from '../../parts/json/format';
import { useDraft as useStoredDraft, useStored } from '../../parts/unsaved/drafts';
import type { Mode } from './changes';
import type { Known } from './meta-api';

/** Edits of an object's `data`. */
export interface Draft {
  /** Version on which the edits are based. */
  base: Known;
  text: string;
  mode: Mode;
  /** Edits that the person set aside in favor of the newer version. */
  aside?: string | undefined;
}

/** Cached text of each version, because every key press compares the edits with this text. */
const texts = new WeakMap<Known, string>();

/** Returns `data` of a version as editable text. */
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
  /** Discards the edits and shows this version. */
  restart: (known: Known) => void;
  isTouched: boolean;
  /** True if the edits come from a stored draft. */
  isRestored: boolean;
}

/**
 * State of the form that edits an object. The form shows the newest version until the person changes the
 * text.
 */
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
