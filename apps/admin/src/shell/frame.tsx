import { type ReactNode, Suspense, useState } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Outlet, useLocation } from 'react-router';
import { Icon } from '../parts/icon';
import { SaveBarSlotContext } from '../parts/save-bar';
import { useShopIfAny } from '../session/shop';
import { useTexts } from '../texts/texts';
import { Brand } from './brand';
import styles from './frame.module.css';
import { Bell } from './notifications/bell';
import { PageSkeleton } from './page';
import { ScreenBoundary } from './screen-boundary';
import { Sidebar } from './sidebar';

/** Page frame with the navigation and the current screen. On narrow screens, a button opens the navigation. */
export function Frame(): ReactNode {
  const t = useTexts();
  const { pathname } = useLocation();
  const [saveBars, setSaveBars] = useState<HTMLElement | null>(null);
  return (
    <div className={styles['frame']}>
      <a href="#content" className={styles['skip']}>
        {t('navigation.skip')}
      </a>
      <header className={styles['side']}>
        <Sidebar />
      </header>
      <TopBar />
      <main id="content" tabIndex={-1} className={styles['main']}>
        <SaveBarSlotContext value={saveBars}>
          <ScreenBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </ScreenBoundary>
        </SaveBarSlotContext>
        <div ref={setSaveBars} className={styles['saveBars']} />
      </main>
    </div>
  );
}

function TopBar(): ReactNode {
  const t = useTexts();
  const shop = useShopIfAny();
  const { key } = useLocation();
  // URL at which the user opened the menu. A navigation changes the URL and thus closes the menu.
  const [openAt, setOpenAt] = useState<string>();
  const close = (): void => setOpenAt(undefined);
  return (
    <header className={styles['top']}>
      <Button
        className={styles['menu'] ?? ''}
        aria-label={t('navigation.open')}
        onPress={() => setOpenAt(key)}
      >
        <Icon name="menu" size={22} />
      </Button>
      <Brand name={shop?.name ?? t('product.name')} />
      {shop && <Bell />}
      <ModalOverlay
        data-dims-page
        isOpen={openAt === key}
        onOpenChange={(open) => !open && close()}
        isDismissable
        className={styles['overlay'] ?? ''}
      >
        <Modal className={styles['drawer'] ?? ''}>
          <Dialog aria-label={t('navigation.label')} className={styles['dialog'] ?? ''}>
            <Button
              className={styles['close'] ?? ''}
              slot={null}
              aria-label={t('navigation.close')}
              onPress={close}
            >
              <Icon name="close" />
            </Button>
            <Sidebar />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </header>
  );
}
