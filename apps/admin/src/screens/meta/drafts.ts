import { useEffect, useState } from 'react';
import { useAskBeforeUnload } from '../../parts/ask-before-unload';
import type { Mode } from './changes';
import { textOf } from '../../parts/json/format';
import type { Known } from './meta-api';

/** `data` of an object as it is being edited. */
export interface Draft {
  /** The version that it began with: what saving changes. */
  base: Known;
  text: string;
  mode: Mode;
  /** What was typed before the newer version was taken over. */
  aside?: string | undefined;
}

/** What was typed and not saved, by object, for as long as the page lives: going back and forth loses nothing. In no storage: it is the shop's data. */
const unsaved = new Map<string, Draft>();

/** Of each version, as it is compared with what is typed at every key. */
const texts = new WeakMap<Known, string>();

/** `data` of a version, as text to edit. */
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
  /** Begins anew with this version. */
  restart: (known: Known) => void;
  /** Nothing of it is kept: it was saved elsewhere, or is not wanted. */
  forget: () => void;
  isTouched: boolean;
  /** It was begun before, and left. */
  isRestored: boolean;
}

/** The draft of an object. As long as nothing is typed it follows the newest version. */
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
