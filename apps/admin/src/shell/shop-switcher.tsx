import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../parts/icon';
import { Skeleton } from '../parts/states';
import { useShopIfAny } from '../session/shop';
import { useTexts } from '../texts/texts';
import { Brand } from './brand';
import styles from './shop-switcher.module.css';

const ShopMenu = lazy(() => import('./shop-menu'));
const CreateShop = lazy(() => import('./create-shop'));

/** Key that opens the shop switcher outside text fields. */
export const switcherKey = 's';

export function ShopSwitcher(): ReactNode {
  const t = useTexts();
  const { name = t('product.name'), domain = '' } = useShopIfAny() ?? {};
  const [isOpen, setOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useSwitcherKey(button, () => setOpen(true));
  const create = (): void => {
    setOpen(false);
    setCreating(true);
  };
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button ref={button} className={styles['button'] ?? ''} aria-keyshortcuts={switcherKey}>
          <Brand name={name} lead={domain} />
          <span className={styles['visuallyHidden']}>{t('switcher.open')}</span>
          <Icon name="down" size={16} />
        </Button>
        {/* Without a Dialog inside it is one itself. */}
        <Popover
          placement="bottom start"
          aria-label={t('switcher.label')}
          className={styles['popover'] ?? ''}
        >
          <Suspense fallback={<Skeleton lines={3} />}>
            <ShopMenu onCreate={create} />
          </Suspense>
        </Popover>
      </DialogTrigger>
      {isCreating && (
        <Suspense>
          <CreateShop onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function useSwitcherKey(button: { current: HTMLButtonElement | null }, open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]');
      if (event.key !== switcherKey || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      // Ignores the shortcut on narrow screens, where the navigation menu contains another shop switcher.
      if (!button.current?.checkVisibility()) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
