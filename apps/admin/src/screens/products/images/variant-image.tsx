import { type ReactNode, useState } from 'react';
import { type ProductImage, setVariantImage, sizeFor } from '../../../api/product-images';
import type { Variant } from '../../../api/store';
import { Radio, RadioGroup } from '../../../parts/fields';
import { Card, Stack } from '../../../parts/layout';
import { ErrorState } from '../../../parts/states';
import { toast } from '../../../parts/toast';
import { useAllows } from '../../../session/membership';
import { useShop } from '../../../session/shop';
import { useTexts } from '../../../texts/texts';
import styles from './images.module.css';
import { useImages, useImagesChanged } from './use-images';

const SIDE_PX = 96;
const NONE = 'none';

/** Card that selects one of the product's images for a variant. Hidden for a product without images. */
export function VariantImage({ variant }: { variant: Variant }): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const images = useImages(idIn(variant, 'product')!).data ?? [];
  const changed = useImagesChanged();
  const isAllowed = useAllows()('variants.patch');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const choose = async (value: string): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await setVariantImage(shopId, variant.id, value === NONE ? null : value);
      await changed();
      toast(t('variant.image.saved', { title: variant.attributes.title }));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  if (images.length === 0) return null;
  return (
    <Card title={t('variant.image')}>
      <Stack>
        {error !== undefined && <ErrorState error={error} />}
        <RadioGroup
          label={t('variant.image.label')}
          value={idIn(variant, 'image') ?? NONE}
          isDisabled={!isAllowed || isPending}
          onChange={(value) => void choose(value)}
        >
          <Radio value={NONE}>{t('variant.image.none')}</Radio>
          {images.map((image, at) => (
            <Radio key={image.id} value={image.id}>
              <Choice image={image} number={at + 1} />
            </Radio>
          ))}
        </RadioGroup>
      </Stack>
    </Card>
  );
}

function Choice({ image: { attributes }, number }: { image: ProductImage; number: number }): ReactNode {
  const t = useTexts();
  return (
    <span className={styles['titled']}>
      <span className={styles['thumbnail']}>
        <img src={sizeFor(attributes.sizes, SIDE_PX).url} alt="" loading="lazy" decoding="async" />
      </span>
      {attributes.alt_text || t('product.images.number', { number })}
    </span>
  );
}

function idIn({ relationships }: Variant, name: 'image' | 'product'): string | undefined {
  const data = relationships?.[name]?.data;
  return data && !Array.isArray(data) ? data.id : undefined;
}
