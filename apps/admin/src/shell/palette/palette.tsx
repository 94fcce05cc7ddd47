import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../parts/button';
import { DialogFrame } from '../../parts/dialog-frame';
import { Icon } from '../../parts/icon';
import { useTexts } from '../../texts/texts';
import { keyOf, type PaletteItem } from './palette-items';
import styles from './palette.module.css';
import type { FoundObjects } from './use-found-objects';
import { usePaletteItems } from './use-palette-items';

/** `keyCode` of every key press that an input method handles. */
const INPUT_METHOD_KEY = 229;

export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  /** True if the user pressed Enter during a search. The first result then opens when the search finishes. */
  const [opensFirst, setOpensFirst] = useState(false);
  const found = usePaletteItems(text);
  const { items, isPending } = found;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const active = Math.min(at, items.length - 1);
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    if ('path' in item) void navigate(item.path);
    else item.run();
  };
  const first = items[0];
  const openFirst = useEffectEvent(() => open(first));
  useEffect(() => {
    if (opensFirst && !isPending) openFirst();
  }, [opensFirst, isPending]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignores key presses of an input method, in which Enter and arrow keys select a candidate. Safari marks the last
    // key press only by its `keyCode`.
    if (event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && items.length === 0) setOpensFirst(isPending);
    else if (event.key === 'Enter') open(items[active]);
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
          setOpensFirst(false);
        }}
        onKeyDown={onKeyDown}
      />
      <Options id={listId} items={items} active={active} onActivate={setAt} onOpen={open} />
      <Status
        found={found}
        onRetry={() => {
          // Moves the focus to the search field, because the button disappears.
          input.current?.focus();
          found.retry();
        }}
      />
    </DialogFrame>
  );
}

interface OptionsProps {
  /** Id of the list element. The id of an option also contains the option's index. */
  id: string;
  items: readonly PaletteItem[];
  active: number;
  onActivate: (index: number) => void;
  onOpen: (item: PaletteItem) => void;
}

/** Palette items as options of the combobox. Scrolls the active option into view. */
function Options({ id, items, active, onActivate, onOpen }: OptionsProps): ReactNode {
  const t = useTexts();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div id={id} role="listbox" aria-label={t('palette.title')} className={styles['list']}>
      {items.map((item, index) => (
        // Needs no key handler, because the combobox handles the keys of its options (WAI-ARIA combobox pattern).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles['item']}
          onClick={() => onOpen(item)}
          onPointerMove={() => onActivate(index)}
        >
          <Icon name={item.icon} />
          <span className={styles['title']} dir="auto">
            {item.title}
          </span>
          <span className={styles['kind']}>{item.kind}</span>
        </div>
      ))}
    </div>
  );
}

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
