import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import menu from '../shell/menu.module.css';
import { useTexts } from '../texts/texts';
import { Icon } from './icon';
import styles from './scope-grid.module.css';
import { type Preset, presetOf, presetsOf, type ScopeRow } from './scope-presets';

interface RowPresetProps {
  row: ScopeRow;
  name: string;
  value: readonly string[];
  isTabStop: boolean;
  onPreset: (preset: Preset) => void;
}

/**
 * A menu that applies a permission preset to one row of the permissions grid. The menu button shows the current
 * preset.
 */
export function RowPreset({ row, name, value, isTabStop, onPreset }: RowPresetProps): ReactNode {
  const t = useTexts();
  const now = presetOf(row, value);
  const preset = t(now === undefined ? 'scopes.preset.other' : `scopes.preset.${now}`);
  return (
    <MenuTrigger>
      <Button
        className={styles['preset'] ?? ''}
        excludeFromTabOrder={!isTabStop}
        aria-label={t('scopes.preset.row', { resource: name, preset })}
      >
        <Icon name="down" size={16} />
      </Button>
      <Popover placement="bottom start" className={menu['popover'] ?? ''}>
        <Menu className={menu['menu'] ?? ''} onAction={(key) => onPreset(key as Preset)}>
          {presetsOf(row).map((each) => (
            <MenuItem key={each} id={each} className={menu['item'] ?? ''}>
              {t(`scopes.preset.${each}`)}
              {each === now && <Icon name="check" size={16} />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
