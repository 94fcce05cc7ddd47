import { type DragEvent, type ReactNode, useState } from 'react';
import { type ProductImage, sizeFor } from '../../../api/product-images';
import { Button } from '../../../parts/button';
import { ErrorState } from '../../../parts/states';
import { useAllows } from '../../../session/membership';
import { useTexts } from '../../../texts/texts';
import { EditImage } from './edit-image';
import styles from './images.module.css';
import { useReorder } from './use-images';

const TILE_SIDE_PX = 320;

interface ImageTilesProps {
  productId: string;
  images: readonly ProductImage[];
}

/** Product images in display order. Buttons and drag and drop change the order. */
export function ImageTiles({ productId, images }: ImageTilesProps): ReactNode {
  const t = useTexts();
  const isAllowed = useAllows()('product_images.patch');
  const { move, isPending, error } = useReorder(productId, images);
  const [dragged, setDragged] = useState<number>();
  const [editing, setEditing] = useState<string>();
  const edited = images.find(({ id }) => id === editing);
  const draggable = (at: number) =>
    isAllowed && {
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move';
        setDragged(at);
      },
      onDragEnd: () => setDragged(undefined),
      onDragOver: (event: DragEvent) => {
        if (dragged !== undefined) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined) return;
        event.preventDefault();
        void move(dragged, at);
      },
    };
  return (
    <>
      {error !== undefined && <ErrorState error={error} />}
      <ol className={styles['tiles']} aria-label={t('product.images')} aria-busy={isPending}>
        {images.map((image, at) => (
          <li key={image.id} {...draggable(at)} data-dragged={dragged === at || undefined}>
            <Picture image={image} number={at + 1} />
            <div className={styles['actions']}>
              {(['earlier', 'later'] as const).map((direction) => (
                <Button
                  key={direction}
                  size="small"
                  icon={direction}
                  needs="product_images.patch"
                  isUnavailable={isPending || at === (direction === 'earlier' ? 0 : images.length - 1)}
                  aria-label={t(`product.images.${direction}`, { number: at + 1 })}
                  onPress={() => void move(at, direction === 'earlier' ? at - 1 : at + 1)}
                />
              ))}
              <Button
                size="small"
                needs="product_images.patch"
                aria-label={t('product.images.edit.of', { number: at + 1 })}
                onPress={() => setEditing(image.id)}
              >
                {t('product.images.edit')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {edited && <EditImage key={edited.id} image={edited} onClose={() => setEditing(undefined)} />}
    </>
  );
}

/** A product image. Its alternative text is the image's description or number. */
export function Picture({
  image: { attributes },
  number,
}: {
  image: ProductImage;
  number: number;
}): ReactNode {
  const t = useTexts();
  const { url, width, height } = sizeFor(attributes.sizes, TILE_SIDE_PX);
  return (
    <img
      src={url}
      {...{ width, height }}
      alt={attributes.alt_text || t('product.images.number', { number })}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
