import { ApiError } from '@storewright/json-api';

export type ImageProblem = 'format' | 'animated' | 'dimensions' | 'damaged';

export function invalidImage(reason: ImageProblem, detail: string, cause?: Error): ApiError {
  return new ApiError('invalid_image', { detail, meta: { reason }, ...(cause && { cause }) });
}
