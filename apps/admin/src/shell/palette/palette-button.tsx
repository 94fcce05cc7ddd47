import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../parts/icon';
import { toast } from '../../parts/toast';
import { addTexts } from '../../texts/catalogue';
import { useTexts } from '../../texts/texts';
import { isShortcut, shortcut } from './shortcut';
import styles from './palette-button.module.css';

type PaletteComponent = ComponentType<{ onClose: () => void }>;

async function loadPalette(): Promise<PaletteComponent> {
  const loads = [import('./palette'), addTexts(['palette'])] as const;
  // Waits for both loads, so that another try does not join one that is about to fail.
  await Promise.allSettled(loads);
  const [loaded] = await Promise.all(loads);
  return loaded.default;
}

/** Returns a function that opens the command palette, and the command palette while it is open. */
export function usePalette(): { open: () => void; palette: ReactNode } {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<PaletteComponent>();
  const open = (): void => {
    setOpen(true);
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        setOpen(false);
        toast(t('palette.notLoaded'), 'warning');
      },
    );
  };
  return { open, palette: isOpen && Palette && <Palette onClose={() => setOpen(false)} /> };
}

export function PaletteButton(): ReactNode {
  const t = useTexts();
  const { open, palette } = usePalette();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      // Ignores the shortcut while a dialog is open, because the dialog can contain unsaved input.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const { label, keys } = shortcut();
  return (
    <>
      <Button className={styles['button'] ?? ''} aria-keyshortcuts={keys} onPress={open}>
        <Icon name="search" size={16} />
        {t('palette.open')}
        <kbd className={styles['key']}>{label}</kbd>
      </Button>
      {palette}
    </>
  );
}
