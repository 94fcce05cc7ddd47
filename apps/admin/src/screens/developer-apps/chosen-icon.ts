/** Media types of app icons that the panel accepts (docs/adr/app-icons.md). */
export const iconTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const maxBytes = 256 * 1024;
/** Minimum and maximum side length of an app icon in pixels. */
const [minSide, maxSide] = [128, 1200];

export interface ChosenIcon {
  file: File;
  /** Preview of the icon as a `data:` URL. */
  preview: string;
}

/** Reason why a file cannot be an app icon. The id of the error text contains the reason. */
export type IconProblem =
  | { reason: 'type' | 'bytes' | 'unreadable' }
  | { reason: 'size'; width: number; height: number };

export async function lookAt(file: File): Promise<ChosenIcon | IconProblem> {
  const problem = problemOfFile(file);
  if (problem) return problem;
  try {
    const preview = await asDataUrl(file);
    return problemOfSize(await sizeOf(preview)) ?? { file, preview };
  } catch {
    return { reason: 'unreadable' };
  }
}

export function problemOfFile({ type, size }: Pick<File, 'type' | 'size'>): IconProblem | undefined {
  if (!iconTypes.includes(type)) return { reason: 'type' };
  return size > maxBytes ? { reason: 'bytes' } : undefined;
}

export function problemOfSize(size: { width: number; height: number }): IconProblem | undefined {
  const { width, height } = size;
  const isIcon = width === height && width >= minSide && width <= maxSide;
  return isIcon ? undefined : { reason: 'size', ...size };
}

/** Converts a file to a `data:` URL, because the content security policy blocks `blob:` URLs. */
function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('not read'));
    reader.readAsDataURL(file);
  });
}

async function sizeOf(address: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
