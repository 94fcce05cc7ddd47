import { type ReactNode, useState } from 'react';
import { deleteImage, type ProductImage, sizeFor } from '../../../api/product-images';
import { changeEntry } from '../../../api/store';
import { Button } from '../../../parts/button';
import { ConfirmDialog } from '../../../parts/confirm-dialog';
import { Dialog } from '../../../parts/dialog';
import { TextInput } from '../../../parts/fields';
import { Form, FormActions } from '../../../parts/form';
import { Row, Stack } from '../../../parts/layout';
import { toast } from '../../../parts/toast';
import { useShop } from '../../../session/shop';
import { useTexts } from '../../../texts/texts';
import styles from './images.module.css';
import { useImagesChanged } from './use-images';

const PREVIEW_SIDE_PX = 640;

interface EditImageProps {
  image: ProductImage;
  onClose: () => void;
}

export function EditImage({ image, onClose }: EditImageProps): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const changed = useImagesChanged();
  const [alt, setAlt] = useState(image.attributes.alt_text);
  const { url, width, height } = sizeFor(image.attributes.sizes, PREVIEW_SIDE_PX);
  const save = async (): Promise<void> => {
    await changeEntry(shopId, image, { alt_text: alt.trim() });
    await changed();
    toast(t('product.images.saved'));
    onClose();
  };
  return (
    <Dialog title={t('product.images.edit.title')} isOpen onClose={onClose}>
      <Form onSubmit={save} fields={['alt_text']}>
        {({ isPending }) => (
          <Stack>
            <img className={styles['preview']} src={url} {...{ width, height }} alt="" />
            <TextInput
              name="alt_text"
              label={t('product.images.alt')}
              description={t('product.images.alt.description')}
              autoComplete="off"
              value={alt}
              onChange={setAlt}
            />
            <Row>
              <DeleteImage image={image} onDeleted={onClose} />
            </Row>
            <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
          </Stack>
        )}
      </Form>
    </Dialog>
  );
}

function DeleteImage({ image, onDeleted }: { image: ProductImage; onDeleted: () => void }): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const changed = useImagesChanged();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    await deleteImage(shopId, image.id);
    await changed();
    toast(t('product.images.deleted'));
    onDeleted();
  };
  return (
    <>
      <Button look="destructive" needs="product_images.delete" onPress={() => setAsking(true)}>
        {t('product.images.delete')}
      </Button>
      <ConfirmDialog
        title={t('product.images.delete.title')}
        action={t('product.images.delete')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>{t('product.images.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
}
