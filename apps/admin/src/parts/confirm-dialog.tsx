import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { DialogActions, DialogFrame } from './dialog-frame';
import { Stack } from './layout';
import { Notice } from './notice';
import { whatHappened } from './states';

export interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Label of the confirm button. Must contain a verb, such as "Delete". */
  action: ReactNode;
  /** Label of the dialog's cancel button. Defaults to "Cancel". */
  dismiss?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Runs the confirmed action. The dialog closes on success and shows the error on failure. */
  onConfirm: () => Promise<unknown>;
  /** Returns the message for an error of the confirmed action. Defaults to the general error message. */
  explain?: (error: unknown) => ReactNode;
  /** True if the action deletes nothing. */
  isHarmless?: boolean;
}

/** Asks for confirmation of an irreversible action. The cancel button has the initial focus. */
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
  // Prevents a second confirmation before React renders the pending button.
  const isRunning = useRef(false);
  const confirm = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return (
    <DialogFrame
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
    </DialogFrame>
  );
}
