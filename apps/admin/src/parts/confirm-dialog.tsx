import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { Stack } from './layout';
import { Notice } from './notice';
import { whatHappened } from './states';

interface ConfirmDialogProps {
  title: ReactNode;
  /** What will happen. */
  children: ReactNode;
  /** The button that does it: a verb. */
  action: ReactNode;
  /** The button that changes nothing; by default "Cancel". */
  dismiss?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Does it. The dialog waits, closes when it is done, and shows what went wrong otherwise. */
  onConfirm: () => Promise<unknown>;
  /** What went wrong, where there is more to say than of any request. */
  explain?: (error: unknown) => ReactNode;
  /** It takes nothing away. */
  isHarmless?: boolean;
}

/** Asks before something that can't be undone. The focus is on the button that changes nothing. */
export function ConfirmDialog({
  title,
  children,
  action,
  dismiss,
  isOpen,
  onClose,
  onConfirm,
  explain,
  isHarmless = false,
}: ConfirmDialogProps): ReactNode {
  const t = useTexts();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = (): void => {
    setError(undefined);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      isOpen={isOpen}
      onClose={close}
      isDismissable={!isPending}
    >
      <Stack>
        <div>{children}</div>
        {error !== undefined && (
          <Notice kind="danger" live>
            {explain?.(error) ?? t(whatHappened(error))}
          </Notice>
        )}
        <DialogActions>
          <Button autoFocus onPress={close} isDisabled={isPending}>
            {dismiss ?? t('action.cancel')}
          </Button>
          <Button
            look={isHarmless ? 'primary' : 'danger'}
            isPending={isPending}
            onPress={() => void confirm()}
          >
            {action}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
