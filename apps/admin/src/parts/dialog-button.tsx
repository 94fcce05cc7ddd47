import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './button';
import { Dialog } from './dialog';

interface DialogButtonProps extends Pick<ButtonProps, 'look' | 'size' | 'needs'> {
  label: ReactNode;
  title: ReactNode;
  children: (close: () => void) => ReactNode;
}

export function DialogButton({ label, title, children, ...button }: DialogButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  );
}
