import { useEffect, useState } from 'react';
import { useAskBeforeUnload } from '../../parts/ask-before-unload';
import type { Mode } from './changes';
import { textOf } from '../../parts/json/format';
import type { Known } from './meta-api';

/** Edits of an object's `data`. */
export interface Draft {
  /** The version that the edits are based on. */
  base: Known;
  text: string;
  mode: Mode;
  /** Edits that were set aside in favour of the newer version. */
  aside?: string | undefined;
}

/**
 * Unsaved edits by object. They survive navigation but not a reload. They are never stored, because they are
 * the shop's data.
 */
const unsaved = new Map<string, Draft>();

/** Text of each version, cached because every key press compares it with the edits. */
const texts = new WeakMap<Known, string>();

/** `data` of a version as editable text. */
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
  /** Starts again from this version. */
  restart: (known: Known) => void;
  /** Discards the edits. */
  forget: () => void;
  isTouched: boolean;
  /** True if the edits were restored after navigation. */
  isRestored: boolean;
}

/** Edits of an object. Follows the newest version until the text is edited. */
export function useDraft(latest: Known): Editing {
  const { id } = latest.object;
  const [isRestored, setRestored] = useState(() => unsaved.has(id));
  const [draft, setDraft] = useState(() => unsaved.get(id) ?? draftOf(latest));
  const touched = isTouched(draft);
  if (!touched && draft.base.etag !== latest.etag) setDraft(draftOf(latest, draft.mode));
  useEffect(() => {
    if (touched) unsaved.set(id, draft);
    else unsaved.delete(id);
  }, [id, draft, touched]);
  useAskBeforeUnload(touched);
  return {
    draft,
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
    restart: (known) => {
      setRestored(false);
      setDraft(draftOf(known, draft.mode));
    },
    forget: () => unsaved.delete(id),
    isTouched: touched,
    isRestored: isRestored && touched,
  };
}
