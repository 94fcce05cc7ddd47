import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { type TextId, useTexts } from '../../texts/texts';
import { useInstallationsChanged } from './installation';

interface EditableCardProps {
  title: string;
  edit: string;
  editOf: string;
  form: (onClose: () => void) => ReactNode;
  children: ReactNode;
}

export function EditableCard({ title, edit, editOf, form, children }: EditableCardProps): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  return (
    <Card
      title={title}
      actions={
        <Button size="small" needs="installations.delete" onPress={() => setEditing(true)}>
          {edit}
        </Button>
      }
    >
      {children}
      <Dialog title={editOf} isOpen={isEditing} onClose={close}>
        {form(close)}
      </Dialog>
    </Card>
  );
}

export function useStore(installation: Installation, done: TextId, onClose: () => void) {
  const t = useTexts();
  const shop = useShop();
  const changed = useInstallationsChanged(shop.id);
  return async (store: (shopId: string, id: string) => Promise<unknown>): Promise<void> => {
    await store(shop.id, installation.id);
    onClose();
    toast(t(done, { app: installation.attributes.app_name }));
    await changed();
  };
}
