import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../parts/icon';
import { addTexts } from '../../texts/catalogue';
import { useTexts } from '../../texts/texts';
import styles from './palette-button.module.css';

const Palette = lazy(async () => {
  const [loaded] = await Promise.all([import('./palette'), addTexts(['palette'])]);
  return loaded;
});

/** Opens the palette, as Ctrl K and ⌘ K do. */
export function PaletteButton(): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // An open dialog may contain unsaved input, so the palette does not open over it.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        className={styles['button'] ?? ''}
        aria-keyshortcuts="Control+K Meta+K"
        onPress={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
        {t('palette.open')}
        <kbd className={styles['key']}>Ctrl K</kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
