import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { useOpenAfterPaint } from './after-paint';
import { Button } from './button';
import styles from './dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** If false, Escape and a click outside leave the dialog open, so that its content is not lost. */
  isDismissable?: boolean;
  size?: 'small' | 'large';
  role?: 'dialog' | 'alertdialog';
}

/** A modal dialog, at the bottom edge on narrow screens. Use `Dialog` to protect unsaved input. */
export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  isDismissable = true,
  size = 'large',
  role = 'dialog',
}: DialogProps): ReactNode {
  const t = useTexts();
  return (
    <ModalOverlay
      data-dims-page
      isOpen={useOpenAfterPaint(isOpen)}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!isDismissable}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={`${styles['modal']} ${styles[size]}`}>
        <AriaDialog role={role} className={styles['dialog'] ?? ''}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={styles['title'] ?? ''}>
              {title}
            </Heading>
            {isDismissable && (
              <Button
                look="quiet"
                size="small"
                icon="close"
                slot={null}
                aria-label={t('action.close')}
                onPress={onClose}
              />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Buttons at the end of a dialog or form. The main action must be the last button. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['actions']}>{children}</div>;
}
