const PREFIX = 'storewright-draft/';

/** Returns the tab's session storage. Returns undefined if the browser blocks session storage. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Storage key of a draft. Each user has separate drafts, because several users can sign in on one computer. */
const keyOf = (person: string, name: string): string => `${PREFIX}${person}/${name}`;

export function readDraft<D>(person: string, name: string): D | undefined {
  const text = storage()?.getItem(keyOf(person, name)) ?? null;
  return text === null ? undefined : (JSON.parse(text) as D);
}

/** Stores a draft in this tab. An undefined draft removes the stored draft. */
export function writeDraft(person: string, name: string, draft: unknown): void {
  try {
    if (draft === undefined) storage()?.removeItem(keyOf(person, name));
    else storage()?.setItem(keyOf(person, name), JSON.stringify(draft));
  } catch {
    // The storage is full. The page still has the input.
  }
}

export function removeAllDrafts(): void {
  const all = storage();
  if (!all) return;
  for (const key of Object.keys(all)) if (key.startsWith(PREFIX)) all.removeItem(key);
}
