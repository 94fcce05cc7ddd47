const PREFIX = 'storewright-draft/';

/** Returns the tab's session storage, or undefined if the browser blocks it. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Storage key of a draft. Drafts are separate per user, so that the next user who signs in cannot see them.
 */
const keyOf = (person: string, name: string): string => `${PREFIX}${person}/${name}`;

export function readDraft<D>(person: string, name: string): D | undefined {
  const text = storage()?.getItem(keyOf(person, name)) ?? null;
  return text === null ? undefined : (JSON.parse(text) as D);
}

/** Stores a draft in this tab, or removes it if `draft` is undefined. */
export function writeDraft(person: string, name: string, draft: unknown): void {
  try {
    if (draft === undefined) storage()?.removeItem(keyOf(person, name));
    else storage()?.setItem(keyOf(person, name), JSON.stringify(draft));
  } catch {
    // The storage is full. The page still has the input.
  }
}

/** Removes the drafts of all users from this tab. */
export function removeAllDrafts(): void {
  const all = storage();
  if (!all) return;
  for (const key of Object.keys(all)) if (key.startsWith(PREFIX)) all.removeItem(key);
}
