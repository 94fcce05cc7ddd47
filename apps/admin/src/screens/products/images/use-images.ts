import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTogether } from '../../../api/operations';
import { addImage, type ProductImage, readImages } from '../../../api/product-images';
import { isId } from '../../../api/shop-apps';
import { newIdempotencyKey } from '../../../parts/idempotency-key';
import { problemOfImage, type UploadFailure } from '../../../parts/image-upload';
import { useShop } from '../../../session/shop';
import { moved, positionChanges } from './image-order';

export function useImages(productId: string) {
  const { id } = useShop();
  return useQuery({
    queryKey: ['product_images', id, 'of', productId],
    queryFn: ({ signal }) => readImages(id, productId, signal),
    enabled: isId(productId),
  });
}

/** Returns a function that reloads the product images of the shop and every list with product images. */
export function useImagesChanged(): () => Promise<void> {
  const { id } = useShop();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
}

type FailedUpload = { file: string } & UploadFailure;

export interface Uploads {
  /**
   * Number and name of the file that is being uploaded, and the number of all files. Undefined if no upload is
   * running.
   */
  progress: { number: number; count: number; file: string } | undefined;
  failed: readonly FailedUpload[];
  add: (files: readonly File[]) => Promise<void>;
}

/** Uploads files one after another. After a failed file, the upload continues with the next file. */
export function useUploads(productId: string): Uploads {
  const { id } = useShop();
  const changed = useImagesChanged();
  const [progress, setProgress] = useState<Uploads['progress']>();
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const add = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    for (const [at, file] of files.entries()) {
      setProgress({ number: at + 1, count: files.length, file: file.name });
      const problem = await uploaded(id, productId, file);
      if (problem) setFailed((before) => [...before, { file: file.name, ...problem }]);
      else await changed();
    }
    setProgress(undefined);
  };
  return { progress, failed, add };
}

async function uploaded(shopId: string, productId: string, file: File): Promise<UploadFailure | undefined> {
  const problem = problemOfImage(file);
  if (problem) return problem;
  try {
    await addImage(shopId, productId, file);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Shows the new order of images before the API confirms it. Restores the stored order after a failure. */
export function useReorder(productId: string, images: readonly ProductImage[]) {
  const { id } = useShop();
  const queries = useQueryClient();
  const changed = useImagesChanged();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const move = async (from: number, to: number): Promise<void> => {
    if (isPending || to < 0 || to >= images.length || from === to) return;
    const order = moved(images, from, to);
    setPending(true);
    setError(undefined);
    queries.setQueryData(['product_images', id, 'of', productId], order);
    try {
      await changeTogether(id, positionChanges(order), newIdempotencyKey());
    } catch (thrown) {
      setError(thrown);
    } finally {
      await changed();
      setPending(false);
    }
  };
  return { move, isPending, error };
}
