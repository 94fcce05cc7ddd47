import { useState } from 'react';
import { useLocation } from 'react-router';

/** Fragment of an address that opens the dialog for a new object, such as `/products#new`. */
export const NEW = '#new';

/** State of the dialog for a new object. A navigation to an address with the fragment `#new` opens the dialog. */
export function useDialogForNew(): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const { hash, key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [openedBy, setOpenedBy] = useState<string>();
  if (hash === NEW && openedBy !== key) {
    setOpenedBy(key);
    setOpen(true);
  }
  return [isOpen, setOpen];
}
