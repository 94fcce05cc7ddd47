import { useState } from 'react';
import { useLocation } from 'react-router';

/** URL fragment that opens the dialog for a new object, as in `/products#new`. */
export const NEW = '#new';

/** Returns the open state of the dialog for a new object. A URL with the fragment `#new` opens the dialog. */
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
