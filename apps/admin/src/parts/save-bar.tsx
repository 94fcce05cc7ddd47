import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import styles from './save-bar.module.css';
import { DialogScopeContext } from './unsaved/unsaved';

/** Container of save bars, a DOM element at the bottom of the screen. */
export const SaveBarSlotContext = createContext<HTMLElement | null>(null);

export interface SaveBarProps {
  form: string;
  title: string;
  isPending: boolean;
  /** Disables the Save button until the user has made a decision. */
  isUnavailable?: boolean;
  hint?: ReactNode;
  onDiscard: () => void;
}

/** A bar with Save and Discard for a form with unsaved input. In a dialog, the bar is at the end of the form. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const slot = useContext(SaveBarSlotContext);
  const isInDialog = useContext(DialogScopeContext) !== undefined;
  const bar = <Bar {...props} isFlat={isInDialog} />;
  return isInDialog || !slot ? bar : createPortal(bar, slot);
}

function Bar({
  form,
  title,
  isPending,
  isUnavailable = false,
  hint,
  onDiscard,
  isFlat,
}: SaveBarProps & { isFlat: boolean }): ReactNode {
  const t = useTexts();
  return (
    <div
      role="group"
      data-save-bar
      aria-label={t('unsaved.of', { title })}
      className={`${styles['bar']} ${isFlat ? styles['flat'] : ''}`}
    >
      <p role="status" className={styles['words']}>
        <strong>{t('unsaved.title')}</strong>
        <span className={styles['hint']}>{hint ?? title}</span>
      </p>
      <div className={styles['actions']}>
        <Button isDisabled={isPending} onPress={onDiscard}>
          {t('unsaved.discard')}
        </Button>
        <Button type="submit" form={form} look="primary" isPending={isPending} isDisabled={isUnavailable}>
          {t('action.save')}
        </Button>
      </div>
    </div>
  );
}
