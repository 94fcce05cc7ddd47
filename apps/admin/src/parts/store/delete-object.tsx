import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isProblem } from '../../api/problem';
import { askShop } from '../../api/shop-api';
import type { Known } from '../../api/store';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { ConfirmDialog } from '../confirm-dialog';
import { toast } from '../toast';
import { discardUnsavedInput } from '../unsaved/unsaved';
import { objectName } from './object-name';

interface DeleteObjectProps {
  known: Known;
  title: string;
  text: string;
  onDeleted: () => void;
}

/** A delete button. The API rejects the deletion if the shown version of the object is outdated. */
export function DeleteObject({ known, title, text, onDeleted }: DeleteObjectProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { type, id } = known.object;
  const remove = async (): Promise<void> => {
    try {
      const headers = { 'if-match': known.etag };
      await askShop(shop.id, `/api/${type}/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
    } catch (error) {
      if (isProblem(error) && error.status === 412)
        await queries.invalidateQueries({ queryKey: [type, shop.id] });
      // Ignores a 404, because the object is already deleted.
      if (!isProblem(error) || error.status !== 404) throw error;
    }
    discardUnsavedInput();
    onDeleted();
    const name = objectName(known.object);
    toast(name === undefined ? t('store.deleted') : t('store.deleted.of', { name }));
    await queries.invalidateQueries({ queryKey: [type, shop.id] });
  };
  return (
    <>
      <Button look="destructive" size="small" needs={`${type}.delete`} onPress={() => setOpen(true)}>
        {t('store.delete')}
      </Button>
      <ConfirmDialog
        title={title}
        action={t('store.delete')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={remove}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
