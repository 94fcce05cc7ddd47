import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import menu from '../shell/menu.module.css';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export interface MenuAction {
  id: string;
  text: string;
  icon: IconName;
  /** True if the action opens a confirmation dialog before a deletion. */
  isDestructive?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

interface ActionMenuProps {
  label: string;
  actions: readonly MenuAction[];
}

export function ActionMenu({ label, actions }: ActionMenuProps): ReactNode {
  return (
    <MenuTrigger>
      <Button size="small" icon="down">
        {label}
      </Button>
      <Actions label={label} actions={actions} />
    </MenuTrigger>
  );
}

/** The action menu at the end of a table row. Empty if there are no actions. */
export function RowMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }): ReactNode {
  const t = useTexts();
  const label = t('action.more.of', { name });
  if (actions.length === 0) return null;
  return (
    <MenuTrigger>
      <Button size="small" icon="more" aria-label={label} />
      <Actions label={label} actions={actions} />
    </MenuTrigger>
  );
}

function Actions({ label, actions }: ActionMenuProps): ReactNode {
  return (
    <Popover placement="bottom end" className={menu['popover'] ?? ''}>
      <Menu
        aria-label={label}
        className={menu['menu'] ?? ''}
        onAction={(key) => actions.find(({ id }) => id === key)?.onPress()}
      >
        {actions.map(({ id, text, icon, isDestructive = false, isDisabled = false }) => (
          <MenuItem
            key={id}
            id={id}
            isDisabled={isDisabled}
            className={`${menu['item']} ${isDestructive ? menu['destructive'] : ''}`}
          >
            <Icon name={icon} />
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
