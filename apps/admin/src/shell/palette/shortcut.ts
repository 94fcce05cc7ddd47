type Platform = Pick<Navigator, 'platform'>;

/** True on Macs, iPhones and iPads, whose shortcuts use the Command key. */
const usesCommand = ({ platform }: Platform): boolean => /^(?:Mac|iP)/.test(platform);

/** The shortcut that opens the palette: its label, and its value of `aria-keyshortcuts`. */
export function shortcut(platform: Platform = navigator): { label: string; keys: string } {
  return usesCommand(platform) ? { label: '⌘ K', keys: 'Meta+K' } : { label: 'Ctrl K', keys: 'Control+K' };
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/** On a Mac, Ctrl K keeps its meaning in text fields: it deletes the rest of the line. */
export function isShortcut(event: Keys, platform: Platform = navigator): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  const isModified = usesCommand(platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && isModified && !altKey && !shiftKey && !isComposing;
}
