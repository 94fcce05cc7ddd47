type Platform = Pick<Navigator, 'platform'>;

/** Returns true on Macs, iPhones and iPads, where shortcuts use the Command key. */
const usesCommand = ({ platform }: Platform): boolean => /^(?:Mac|iP)/.test(platform);

/** Returns the shortcut of the command palette as a label and as a value of `aria-keyshortcuts`. */
export function shortcut(platform: Platform = navigator): { label: string; keys: string } {
  return usesCommand(platform) ? { label: '⌘ K', keys: 'Meta+K' } : { label: 'Ctrl K', keys: 'Control+K' };
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/**
 * Returns true for the shortcut of the command palette: Command+K on a Mac, otherwise Ctrl+K. On a Mac, Ctrl+K
 * deletes to the end of the line in text fields.
 */
export function isShortcut(event: Keys, platform: Platform = navigator): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  const isModified = usesCommand(platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && isModified && !altKey && !shiftKey && !isComposing;
}
