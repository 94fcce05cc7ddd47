import { isProblem } from '../api/problem';
import { imageTypes, MAX_IMAGE_BYTES } from '../api/product-images';
import type { Texts } from '../texts/texts';
import { errorTexts } from './error-words';
import { whatHappened } from './states';

export type UploadFailure = { reason: 'type' | 'bytes' } | { error: unknown };

export function problemOfImage({ type, size }: Pick<File, 'type' | 'size'>): UploadFailure | undefined {
  if (!imageTypes.includes(type)) return { reason: 'type' };
  return size > MAX_IMAGE_BYTES ? { reason: 'bytes' } : undefined;
}

export function uploadFailureText(t: Texts, failure: UploadFailure): string {
  if ('reason' in failure) return t(`product.images.problem.${failure.reason}`);
  const { error } = failure;
  if (!isProblem(error)) return t(whatHappened(error));
  const [first] = error.errors;
  if (first?.code === 'invalid_image') return t(imageProblem(first.meta?.reason));
  return error.status === 422 ? errorTexts(t, error.errors) : t(whatHappened(error));
}

const imageProblem = (reason: string | undefined) =>
  reason === 'dimensions' || reason === 'animated'
    ? (`product.images.problem.${reason}` as const)
    : 'product.images.problem.damaged';
