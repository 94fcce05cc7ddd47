import { type ReactNode, useState } from 'react';
import type { Known, Variant } from '../../api/store';
import { Button } from '../../parts/button';
import fields from '../../parts/fields.module.css';
import { whatHappened } from '../../parts/states';
import { useChanging, useKnown } from '../../parts/store/known';
import styles from '../../parts/store/store.module.css';
import { useUnsaved } from '../../parts/unsaved/unsaved';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { stockWarning } from './product-fields';

/** A field for the stock of a variant. An empty field means that stock is not tracked. */
export function Stock({ id, title }: { id: string; title: string }): ReactNode {
  const query = useKnown<Variant>('variants', id);
  const may = useMay();
  if (!query.data) return '…';
  if (!may('variants.patch')) return query.data.object.attributes.inventory_quantity ?? '–';
  return <Counted known={query.data} title={title} />;
}

function Counted({ known, title }: { known: Known<Variant>; title: string }): ReactNode {
  const t = useTexts();
  const { send, isLate } = useChanging<Variant>('variants');
  const [own, setOwn] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const { inventory_quantity } = known.object.attributes;
  const before = inventory_quantity === null ? '' : String(inventory_quantity);
  const text = own ?? before;
  const isWrong = !/^\s*(?:-?\d{1,9}\s*)?$/.test(text);
  useUnsaved({
    ...{ isChanged: () => text !== before, isKept: false, isPending },
    discard: () => setOwn(undefined),
  });
  const save = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      const quantity = text.trim() === '' ? null : Number(text);
      if (await send(known, { inventory_quantity: quantity })) setOwn(undefined);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      className={styles['stock']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong && text !== before) void save();
      }}
    >
      <input
        aria-label={t('variant.stock.of', { title })}
        aria-invalid={isWrong}
        inputMode="numeric"
        className={fields['input']}
        placeholder="–"
        value={text}
        onChange={(event) => setOwn(event.target.value)}
      />
      {text !== before && (
        <Button type="submit" size="small" isPending={isPending} isDisabled={isWrong}>
          {t('action.save')}
        </Button>
      )}
      <span role="status">
        {!isWrong && text !== '' && stockWarning(t, Number(text))}
        {isLate && text !== before && t('variant.stock.late', { now: before || '–' })}
        {error !== undefined && t(whatHappened(error))}
      </span>
    </form>
  );
}
