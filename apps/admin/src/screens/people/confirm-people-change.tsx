import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../parts/confirm-dialog';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { usePeopleChanged } from './people-api';

interface ConfirmPeopleChangeProps extends Omit<ConfirmDialogProps, 'onConfirm'> {
  change: () => Promise<unknown>;
  done: string;
}

/** Asks for confirmation of a change to members, invitations or roles, and then reloads the lists. */
export function ConfirmPeopleChange({ change, done, ...dialog }: ConfirmPeopleChangeProps): ReactNode {
  const { id } = useShop();
  const changed = usePeopleChanged(id);
  const confirm = async (): Promise<void> => {
    await change();
    toast(done);
    await changed();
  };
  return <ConfirmDialog {...dialog} onConfirm={confirm} />;
}
