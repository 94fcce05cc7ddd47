import { type ReactNode, useState } from 'react';
import { imageTypes } from '../../../api/product-images';
import { FileButton } from '../../../parts/file-button';
import { uploadFailureText } from '../../../parts/image-upload';
import { Card, Stack } from '../../../parts/layout';
import { Notice } from '../../../parts/notice';
import { EmptyState, ErrorState, Skeleton } from '../../../parts/states';
import { useAllows } from '../../../session/membership';
import { useTexts } from '../../../texts/texts';
import { ImageTiles } from './image-tiles';
import styles from './images.module.css';
import { type Uploads, useImages, useUploads } from './use-images';

export function ImagesCard({ productId }: { productId: string }): ReactNode {
  const t = useTexts();
  const query = useImages(productId);
  const uploads = useUploads(productId);
  const isAllowed = useAllows()('product_images.post');
  const images = query.data ?? [];
  return (
    <DropArea isEnabled={isAllowed && !uploads.progress} onDrop={(files) => void uploads.add(files)}>
      <Card
        title={t('product.images')}
        lead={t('product.images.lead')}
        actions={
          <FileButton
            size="small"
            icon="plus"
            needs="product_images.post"
            types={imageTypes}
            multiple
            isPending={uploads.progress !== undefined}
            onChoose={(...files) => void uploads.add(files)}
          >
            {t('product.images.add')}
          </FileButton>
        }
      >
        <Progress uploads={uploads} />
        <Stack>
          <Failures uploads={uploads} />
          {query.isPending && <Skeleton lines={2} tall />}
          {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {images.length > 0 && <ImageTiles productId={productId} images={images} />}
          {query.data && images.length === 0 && (
            <EmptyState icon="image" title={t('product.images.none')}>
              {isAllowed && t('product.images.none.lead')}
            </EmptyState>
          )}
        </Stack>
      </Card>
    </DropArea>
  );
}

interface DropAreaProps {
  isEnabled: boolean;
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Accepts dropped files. Ignores other content, such as a dragged image. */
function DropArea({ isEnabled, onDrop, children }: DropAreaProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const accepts = (transfer: DataTransfer): boolean => isEnabled && transfer.types.includes('Files');
  return (
    <div
      className={`${styles['area']} ${isOver ? styles['over'] : ''}`}
      onDragOver={(event) => {
        if (!accepts(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event.dataTransfer)) return;
        event.preventDefault();
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

function Progress({ uploads: { progress } }: { uploads: Uploads }): ReactNode {
  const t = useTexts();
  return (
    <div role="status">
      {progress && (
        <p className={styles['progress']}>
          <progress
            value={progress.number - 1}
            max={progress.count}
            aria-label={t('product.images.uploading.label')}
          />
          {t('product.images.uploading', progress)}
        </p>
      )}
    </div>
  );
}

function Failures({ uploads: { failed } }: { uploads: Uploads }): ReactNode {
  const t = useTexts();
  if (failed.length === 0) return null;
  return (
    <Notice kind="danger" live title={t('product.images.failed', { count: failed.length })}>
      {failed.map((each, at) => (
        <p key={at}>
          {t('product.images.failed.of', { file: each.file, reason: uploadFailureText(t, each) })}
        </p>
      ))}
    </Notice>
  );
}
