import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../parts/button';
import { DialogFrame } from '../../parts/dialog-frame';
import { Icon } from '../../parts/icon';
import { useTexts } from '../../texts/texts';
import { keyOf, type PaletteItem } from './palette-items';
import styles from './palette.module.css';
import type { FoundObjects } from './use-found-objects';
import { usePaletteItems } from './use-palette-items';

/** Dialog that finds screens, actions and objects, and opens the selected one. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = usePaletteItems(text);
  const { items } = found;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const active = Math.min(at, items.length - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    if ('path' in item) void navigate(item.path);
    else item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignores keys while an input method is composing, because Enter and arrow keys then choose its
    // candidates.
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(items[active]);
    else if (move !== undefined && items.length > 0) setAt((active + move + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <DialogFrame title={t('palette.title')} isOpen onClose={onClose}>
      <input
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${listId}-${active}` : undefined}
        autoFocus
        autoComplete="off"
        placeholder={t('palette.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles['list']}>
        {items.map((item, index) => (
          // The combobox handles the keys of its options (WAI-ARIA combobox pattern).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={keyOf(item)}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles['item']}
            onClick={() => open(item)}
            onPointerMove={() => setAt(index)}
          >
            <Icon name={item.icon} />
            <span className={styles['title']} dir="auto">
              {item.title}
            </span>
            <span className={styles['kind']}>{item.kind}</span>
          </div>
        ))}
      </div>
      <Status
        found={found}
        onRetry={() => {
          // Moves the focus, because the button disappears.
          input.current?.focus();
          found.retry();
        }}
      />
    </DialogFrame>
  );
}

/** Reports a running, empty or failed search. */
function Status({
  found: { items, isPending, isFailed, unavailable },
  onRetry,
}: {
  found: FoundObjects;
  onRetry: () => void;
}): ReactNode {
  const t = useTexts();
  const types = unavailable.map((type) => t(`palette.types.${type}`)).join(', ');
  const isBroken = isFailed || unavailable.length > 0;
  return (
    <div className={styles['status']}>
      <p role="status">
        {isPending && t('palette.searching')}
        {isFailed && t('palette.failed')}
        {unavailable.length > 0 && t('palette.unavailable', { types })}
        {!isPending && !isBroken && items.length === 0 && t('palette.none')}
      </p>
      {isBroken && (
        <Button look="secondary" size="small" onPress={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
